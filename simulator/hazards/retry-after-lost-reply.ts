import { acknowledged } from '../record.ts';
import { factsWithPair } from './pairs.ts';
import type { Hazard } from './hazard.ts';

export const retryAfterLostReply: Hazard = {
  id: 'retry-after-lost-reply',
  title: 'a retry reached an event that the receiver had already acknowledged',
  touched: (record) =>
    factsWithPair(record, (first, second) => {
      const lost = acknowledged(first) && first.recorded?.kind !== 'delivered';
      return first.eventId === second.eventId && lost && second.startedAt > first.repliedAt;
    }),
};
