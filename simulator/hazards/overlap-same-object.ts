import { overlapped } from '../record.ts';
import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

export const overlapSameObject: Hazard = {
  id: 'overlap-same-object',
  title: 'two different events of one object were with the receiver at the same time',
  touched: (record) =>
    factsWithPair(record, (first, second) => first.fact.id !== second.fact.id && overlapped(first, second)),
};
