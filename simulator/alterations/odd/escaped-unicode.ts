import type { Alteration } from '../alteration.ts';
import { rewritten, withLeaves, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

const NOTE = '"Zo\\u00eb paid 5 \\u20ac \\ud83c\\udf89"';

/** UTF-16 units above ASCII as lower-case escapes. */
function escaped(raw: string): string {
  return raw.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const escapedUnicode: Alteration = {
  id: 'escaped-unicode',
  kind: 'oddity',
  group: 'odd',
  title: 'Accents and emoji come as escapes',
  because:
    'PHP and Python escape by default, Meta always does. A signature checked over JSON that was parsed and written again fails only then (bug list P1).',
  // A strict schema refuses the field that shows it, and not the way in which it is written.
  requirement: 'should',
  needs: ['json-body'],
  expects: 'taken',
  ...rewritten((body, workshop) =>
    writeJson(withMembers(withLeaves(body, escaped), workshop, { note_lately: NOTE })),
  ),
};
