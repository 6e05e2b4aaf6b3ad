import type { Alteration } from '../alteration.ts';
import { rewritten, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

const NOTE = '"Zoë pagó 5 € em São Paulo 🎉 日本"';

export const rawUnicode: Alteration = {
  id: 'raw-unicode',
  kind: 'oddity',
  group: 'odd',
  title: 'Accents and emoji come as they are',
  because:
    'A name, a memo, a product title: a body whose bytes are counted as characters, or decoded as Latin-1 before the signature is checked, is refused only then (bug list P1).',
  // A strict schema refuses the field that shows it, and not the way in which it is written.
  requirement: 'should',
  needs: ['json-body', 'raw-unicode'],
  expects: 'taken',
  ...rewritten((body, workshop) => writeJson(withMembers(body, workshop, { note_lately: NOTE }))),
};
