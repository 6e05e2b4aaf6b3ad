import type { Alteration } from '../alteration.ts';
import { rewritten, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const numberNotations: Alteration = {
  id: 'number-notations',
  kind: 'oddity',
  group: 'odd',
  title: 'Unknown fields hold numbers written as 1.0 and 1e2',
  because:
    'JSON that is parsed and written again has 1 for 1.0: a signature checked over that fails (bug list P1, `0.0`).',
  // A strict schema refuses the field that shows it, and not the way in which it is written.
  requirement: 'should',
  needs: ['json-body'],
  expects: 'taken',
  ...rewritten((body, workshop) =>
    writeJson(withMembers(body, workshop, { ratio: '1.0', limit: '1e2', share: '0.10', rate: '1E-7' })),
  ),
};
