import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const lineBreakAtEnd: Alteration = {
  id: 'line-break-at-end',
  kind: 'oddity',
  group: 'odd',
  title: 'The body ends with a space and a line break',
  because:
    'Many serialisers end with one (curl, Go, templates): a receiver that trims, or writes the JSON again before it checks the signature, has other bytes (bug list P1).',
  requirement: 'must',
  needs: ['json-body'],
  expects: 'taken',
  ...rewritten((body) => `${writeJson(body)} \r\n`),
};
