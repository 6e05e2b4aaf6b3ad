import { factsArrived } from './arrived.ts';
import type { Hazard } from './hazard.ts';

export const oddityArrived: Hazard = {
  id: 'oddity-arrived',
  title: 'a genuine request that is oddly written arrived',
  touched: ({ attempts, unusual }) =>
    factsArrived([...attempts.filter((attempt) => attempt.altered !== undefined), ...unusual]),
};
