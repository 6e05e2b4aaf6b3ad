import type { Alteration } from '../alteration.ts';
import { namesObject, respelt, withValues } from '../bodies.ts';

export const missingObjectId: Alteration = {
  id: 'missing-object-id',
  kind: 'poison',
  group: 'poison',
  title: 'An event does not say what it is about',
  because: 'A field that was always there is missing: what is read from it is undefined (bug list O7).',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body, workshop) => withValues(body, (member) => namesObject(member, workshop))),
};
