import type { Hazard } from './hazard.ts';
import { factsAcrossObjects } from './owners.ts';

export const otherObjectOfOwner: Hazard = {
  id: 'other-object-of-owner',
  title: 'an event arrived after one of another object of its owner had been acknowledged',
  touched: (record) => factsAcrossObjects(record, () => true),
};
