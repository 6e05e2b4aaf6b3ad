import type { Alteration } from '../alteration.ts';
import { respelt, statusIn, withValues } from '../bodies.ts';

export const veryLongStatus: Alteration = {
  id: 'very-long-status',
  kind: 'poison',
  group: 'poison',
  title: 'A status has 100,000 characters',
  because:
    'Columns of a fixed length, indexes and queues have limits: the write fails however often it is tried.',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body, workshop) => withValues(body, statusIn(body, workshop), `"${'x'.repeat(100_000)}"`)),
};
