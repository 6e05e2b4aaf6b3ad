import { addField } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const addedField: Alteration = {
  id: 'added-field',
  kind: 'forgery',
  group: 'forged',
  title: 'A field was added to the body after it was signed',
  because:
    'A receiver that signs only the fields it knows, or a body rebuilt from a parsed one, does not see what was added (bug list P1).',
  requirement: 'must',
  needs: ['signed-body', 'signature-header'],
  after: (signed, { profile }) => addField(signed, profile.bodyKind === 'form'),
};
