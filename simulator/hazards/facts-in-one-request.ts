import type { Hazard } from './hazard.ts';
import { factsOfRequests } from './one-request.ts';

export const factsInOneRequest: Hazard = {
  id: 'facts-in-one-request',
  title: 'several facts of one object came in one request',
  touched: (record) =>
    factsOfRequests(record, (attempts) => {
      const objects = new Set(attempts.map((attempt) => attempt.fact.objectId));
      const facts = new Set(attempts.map((attempt) => attempt.fact.id));
      return facts.size > objects.size;
    }),
};
