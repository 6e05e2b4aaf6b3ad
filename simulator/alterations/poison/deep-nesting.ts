import type { Alteration } from '../alteration.ts';
import { respelt, withMembers } from '../bodies.ts';

const LEVELS = 2000;

export const deepNesting: Alteration = {
  id: 'deep-nesting',
  kind: 'poison',
  group: 'poison',
  title: 'A field is nested 2,000 levels deep',
  because: 'Recursive readers stop at a thousand levels (Python) or at the end of the stack.',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body, workshop) =>
    withMembers(body, workshop, { tree: '['.repeat(LEVELS) + ']'.repeat(LEVELS) }),
  ),
};
