import { acknowledged, firstAcknowledged } from '../record.ts';
import { isNewer } from '../truth.ts';
import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

export const repeatAfterNewer: Hazard = {
  id: 'repeat-after-newer',
  title: 'an acknowledged event was sent again after a newer one of its object had been acknowledged',
  touched: (record) =>
    factsWithPair(record, (newer, repeat) => {
      const first = firstAcknowledged(record, repeat.fact);
      return (
        isNewer(record.plan, newer.fact, repeat.fact) &&
        acknowledged(newer) &&
        first !== undefined &&
        repeat.startedAt > first.repliedAt &&
        repeat.startedAt > newer.repliedAt
      );
    }),
};
