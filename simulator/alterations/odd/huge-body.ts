import type { Alteration } from '../alteration.ts';
import { padded, rewritten } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

const BYTES = 1_048_576;

export const hugeBody: Alteration = {
  id: 'huge-body',
  kind: 'oddity',
  group: 'odd',
  title: 'The body has a megabyte',
  because:
    'Rare, and allowed by many providers (GitHub sends up to 25 MB, Meta 3 MB): taken, or refused with 413, and never the end of the process (bug list O6).',
  requirement: 'should',
  needs: ['json-body'],
  expects: 'either',
  ...rewritten((body) => writeJson(padded(body, BYTES))),
};
