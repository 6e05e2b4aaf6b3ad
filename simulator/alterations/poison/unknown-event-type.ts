import type { Alteration } from '../alteration.ts';
import { withType } from '../bodies.ts';

export const unknownEventType: Alteration = {
  id: 'unknown-event-type',
  kind: 'poison',
  group: 'poison',
  title: 'An event is of a type that nobody has heard of',
  because:
    'Providers add types any day; an endpoint that answers 4xx or 500 to them is retried, alarmed about and in the end disabled (bug list N5).',
  requirement: 'must',
  needs: ['json-body'],
  tolerates: 'unknown-type',
  compose: (parcel, workshop) => withType(parcel, workshop, 'lost200.added_lately'),
};
