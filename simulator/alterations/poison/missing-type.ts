import type { Alteration } from '../alteration.ts';
import { withType } from '../bodies.ts';

export const missingType: Alteration = {
  id: 'missing-type',
  kind: 'poison',
  group: 'poison',
  title: 'An event has no type',
  because: 'A field that was always there is missing: what is read from it is undefined (bug list O7).',
  requirement: 'must',
  needs: ['json-body'],
  compose: (parcel, workshop) => withType(parcel, workshop),
};
