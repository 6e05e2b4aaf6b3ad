import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';

export const emptyBody: Alteration = {
  id: 'empty-body',
  kind: 'poison',
  group: 'poison',
  title: 'A body is empty',
  because: 'Checks of an endpoint come so, and bugs do.',
  requirement: 'must',
  needs: ['json-body'],
  ...rewritten(() => ''),
};
