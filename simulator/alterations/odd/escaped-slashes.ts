import type { Alteration } from '../alteration.ts';
import { rewritten, withLeaves, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

const LINK = '"https:\\/\\/example.com\\/receipts\\/1"';

export const escapedSlashes: Alteration = {
  id: 'escaped-slashes',
  kind: 'oddity',
  group: 'odd',
  title: 'Slashes come as \\/',
  because:
    'PHP writes every slash so by default: JSON that is parsed and written again before the signature is checked has other bytes (bug list P1).',
  // A strict schema refuses the field that shows it, and not the way in which it is written.
  requirement: 'should',
  needs: ['json-body'],
  expects: 'taken',
  ...rewritten((body, workshop) =>
    writeJson(
      withMembers(
        withLeaves(body, (raw) => raw.replace(/(?<!\\)\//g, '\\/')),
        workshop,
        { link_lately: LINK },
      ),
    ),
  ),
};
