import type { Alteration } from '../alteration.ts';
import { respelt, statusIn, withValues } from '../bodies.ts';

export const missingStatus: Alteration = {
  id: 'missing-status',
  kind: 'poison',
  group: 'poison',
  title: 'An event has no status',
  because: 'A field that was always there is missing: what is read from it is undefined (bug list O7).',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body, workshop) => withValues(body, statusIn(body, workshop))),
};
