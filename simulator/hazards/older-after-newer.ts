import { acknowledged, attemptsOf, reached } from '../record.ts';
import { isNewer } from '../truth.ts';
import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

export const olderAfterNewer: Hazard = {
  id: 'older-after-newer',
  title: 'an older event arrived for the first time after a newer one of its object had been acknowledged',
  touched: (record) =>
    factsWithPair(
      record,
      (newer, older) =>
        isNewer(record.plan, newer.fact, older.fact) &&
        acknowledged(newer) &&
        attemptsOf(record, older.fact).find(reached) === older &&
        older.startedAt > newer.repliedAt,
    ),
};
