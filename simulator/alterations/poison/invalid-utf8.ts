import type { Alteration } from '../alteration.ts';
import { rewritten, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const invalidUtf8: Alteration = {
  id: 'invalid-utf8',
  kind: 'poison',
  group: 'poison',
  title: 'A text holds bytes that are no UTF-8',
  because:
    'Latin-1 in an old system of the provider: strict decoders throw, others put a replacement character, and a signature checked over that text fails.',
  requirement: 'must',
  needs: ['json-body'],
  ...rewritten((body, workshop) =>
    Buffer.from(writeJson(withMembers(body, workshop, { note_lately: '"Zo\u00eb"' })), 'latin1'),
  ),
};
