import { acknowledged } from '../record.ts';
import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

export const replay: Hazard = {
  id: 'replay',
  title: 'an acknowledged event was replayed under its own id',
  touched: (record) =>
    factsWithPair(
      record,
      (first, second) =>
        first.eventId === second.eventId &&
        second.reason === 'replay' &&
        acknowledged(first) &&
        second.startedAt > first.repliedAt,
    ),
};
