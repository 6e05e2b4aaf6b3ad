import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';

export const jsonNull: Alteration = {
  id: 'json-null',
  kind: 'poison',
  group: 'poison',
  title: 'A body is the JSON null',
  because: 'Valid JSON, and no object: the first field that is read throws.',
  requirement: 'must',
  needs: ['json-body'],
  ...rewritten(() => 'null'),
};
