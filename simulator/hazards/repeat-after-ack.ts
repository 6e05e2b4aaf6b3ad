import { acknowledged } from '../record.ts';
import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

export const repeatAfterAck: Hazard = {
  id: 'repeat-after-ack',
  title: 'an event was sent again after it had been acknowledged',
  touched: (record) =>
    factsWithPair(
      record,
      (first, second) =>
        first.eventId === second.eventId && acknowledged(first) && second.startedAt > first.repliedAt,
    ),
};
