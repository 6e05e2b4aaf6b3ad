import { acknowledged } from '../record.ts';
import type { Hazard } from './hazard.ts';
import { factsOfRequests } from './one-request.ts';

export const severalInOneRequest: Hazard = {
  id: 'several-in-one-request',
  title: 'events of several objects came in one request and were acknowledged',
  touched: (record) =>
    factsOfRequests(record, (attempts) => {
      const objects = new Set(attempts.map((attempt) => attempt.fact.objectId));
      return objects.size > 1 && attempts.every(acknowledged);
    }),
};
