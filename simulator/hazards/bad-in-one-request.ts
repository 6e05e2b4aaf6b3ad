import type { Hazard } from './hazard.ts';
import { factsOfRequests } from './one-request.ts';

export const badInOneRequest: Hazard = {
  id: 'bad-in-one-request',
  title: 'a request arrived with several events of which one cannot be digested',
  touched: (record) =>
    factsOfRequests(record, (attempts) => attempts.some((attempt) => attempt.beside !== undefined)),
};
