import { acknowledged } from '../record.ts';
import { areTied } from '../truth.ts';
import type { Hazard } from './hazard.ts';
import { factsWithPair } from './pairs.ts';

export const sameInstant: Hazard = {
  id: 'same-instant',
  title: 'two facts with one timestamp and no version were both acknowledged',
  touched: (record) =>
    factsWithPair(
      record,
      (first, second) =>
        areTied(record.plan, first.fact, second.fact) && acknowledged(first) && acknowledged(second),
    ),
};
