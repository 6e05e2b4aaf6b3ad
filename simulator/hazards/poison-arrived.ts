import { factsArrived } from './arrived.ts';
import type { Hazard } from './hazard.ts';

export const poisonArrived: Hazard = {
  id: 'poison-arrived',
  title: 'a genuine request arrived that cannot be digested',
  touched: ({ poison }) => factsArrived(poison),
};
