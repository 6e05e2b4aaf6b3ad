import type { Alteration } from '../alteration.ts';
import { respelt, statusIn, withValues } from '../bodies.ts';

export const statusAsNumber: Alteration = {
  id: 'status-as-number',
  kind: 'poison',
  group: 'poison',
  title: 'A status is a number',
  because:
    'A provider changes the type of a field: methods of texts are called on a number, and databases refuse it.',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body, workshop) => withValues(body, statusIn(body, workshop), '17')),
};
