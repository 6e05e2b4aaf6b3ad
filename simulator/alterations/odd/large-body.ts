import type { Alteration } from '../alteration.ts';
import { padded, rewritten } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

const BYTES = 150_000;

export const largeBody: Alteration = {
  id: 'large-body',
  kind: 'oddity',
  group: 'odd',
  title: 'The body has 150 kB',
  because:
    'A push with many commits, an order with many lines: body parsers with a limit of 100 kB refuse it for ever (bug list O6).',
  requirement: 'should',
  needs: ['json-body'],
  expects: 'taken',
  ...rewritten((body) => writeJson(padded(body, BYTES))),
};
