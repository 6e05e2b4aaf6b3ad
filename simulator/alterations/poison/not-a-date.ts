import type { Alteration } from '../alteration.ts';
import { namesInstant, respelt, withValues } from '../bodies.ts';

export const notADate: Alteration = {
  id: 'not-a-date',
  kind: 'poison',
  group: 'poison',
  title: 'A date is none',
  because: 'What is compared with the clock is NaN, or throws.',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body) => withValues(body, namesInstant, '"the day before yesterday"')),
};
