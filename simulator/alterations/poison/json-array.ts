import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';

export const jsonArray: Alteration = {
  id: 'json-array',
  kind: 'poison',
  group: 'poison',
  title: 'A body is a list where an object should be, or the other way round',
  because: 'Valid JSON of another form: every field that is read is missing.',
  requirement: 'must',
  needs: ['json-body'],
  ...rewritten((body) => (body.kind === 'array' ? '{}' : '[]')),
};
