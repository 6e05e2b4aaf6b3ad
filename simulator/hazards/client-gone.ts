import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

const CLIENT_FAULTS = ['reset', 'give-up'];

export const clientGone: Hazard = {
  id: 'client-gone',
  title: 'the connection ended after the request had arrived whole, and the event was sent again',
  touched: (record) =>
    factsWithPair(
      record,
      (first, second) =>
        first.eventId === second.eventId &&
        first.sentAt !== undefined &&
        first.reply?.kind === 'none' &&
        first.faults.some((fault) => CLIENT_FAULTS.includes(fault)) &&
        second.startedAt > first.startedAt,
    ),
};
