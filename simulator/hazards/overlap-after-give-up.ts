import { overlapped } from '../record.ts';
import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

export const overlapAfterGiveUp: Hazard = {
  id: 'overlap-after-give-up',
  title: 'a retry arrived while the handler that the provider had given up on was still at work',
  touched: (record) =>
    factsWithPair(
      record,
      (first, second) =>
        first.eventId === second.eventId &&
        first.gaveUpAt !== undefined &&
        second.startedAt > first.gaveUpAt &&
        overlapped(first, second),
    ),
};
