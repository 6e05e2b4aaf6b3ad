import { factsOf } from '../truth.ts';
import type { Hazard } from './hazard.ts';
import { factsAcrossObjects } from './owners.ts';

export const olderGeneration: Hazard = {
  id: 'older-generation',
  title:
    "an owner's earlier object was over before its later one began, and an event of it arrived after one of the later one",
  touched: (record) =>
    factsAcrossObjects(record, (late, before) => {
      const end = factsOf(record.plan, late.objectId).at(-1)?.occurredAtMs ?? 0;
      const begin = factsOf(record.plan, before.objectId)[0]?.occurredAtMs ?? 0;
      return end < begin;
    }),
};
