import { overlapped } from '../record.ts';
import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

export const overlapSameEvent: Hazard = {
  id: 'overlap-same-event',
  title: 'two requests with one event were with the receiver at the same time',
  touched: (record) =>
    factsWithPair(record, (first, second) => first.eventId === second.eventId && overlapped(first, second)),
};
