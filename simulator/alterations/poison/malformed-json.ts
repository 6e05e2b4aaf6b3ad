import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const malformedJson: Alteration = {
  id: 'malformed-json',
  kind: 'poison',
  group: 'poison',
  title: 'A body is no JSON',
  because:
    'A bug at the provider, or a proxy on the way: parsed before it is checked, or outside of any error handling, it is a 500 or the end of the process (bug list P12).',
  requirement: 'must',
  needs: ['json-body'],
  ...rewritten((body) => `{${writeJson(body)},`),
};
