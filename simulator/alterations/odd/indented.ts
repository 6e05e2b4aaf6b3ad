import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const indented: Alteration = {
  id: 'indented',
  kind: 'oddity',
  group: 'odd',
  title: 'The body is on several lines, with CRLF between them',
  because:
    'Sinatra, Rails and templates indent: white space between tokens means nothing, and the signature covers it (bug list P1).',
  requirement: 'must',
  needs: ['json-body'],
  expects: 'taken',
  ...rewritten((body) => writeJson(body, 4).replaceAll('\n', '\r\n')),
};
