import { factsArrived } from './arrived.ts';
import type { Hazard } from './hazard.ts';

export const forgeryArrived: Hazard = {
  id: 'forgery-arrived',
  title: 'a forged request arrived',
  touched: ({ forged }) => factsArrived(forged),
};
