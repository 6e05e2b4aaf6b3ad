import type { Alteration } from '../alteration.ts';
import { rewritten, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const bigInteger: Alteration = {
  id: 'big-integer',
  kind: 'oddity',
  group: 'odd',
  title: 'An unknown field holds 2^53+1',
  because:
    'Ids of 64 bits: JavaScript rounds them, so that JSON that is parsed and written again has other bytes (bug list P1).',
  // A strict schema refuses the field that shows it, and not the way in which it is written.
  requirement: 'should',
  needs: ['json-body'],
  expects: 'taken',
  ...rewritten((body, workshop) => writeJson(withMembers(body, workshop, { sequence: '9007199254740993' }))),
};
