import { changeHeaders } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const malformedHeader: Alteration = {
  id: 'malformed-header',
  kind: 'forgery',
  group: 'forged',
  title: 'The signature header holds separators and nothing else',
  because:
    'A header is text from a stranger: a parser that expects it to be well formed crashes, and answers 500 to everybody (bug list P12).',
  requirement: 'must',
  needs: ['signature-header'],
  // A token that travels twice is right in neither place.
  signing: (signing, { strangeSecret }) => ({ ...signing, secrets: [strangeSecret] }),
  after: (signed, { profile }) => changeHeaders(signed, profile.scheme.signatureHeaders, () => ',=,;=,,'),
};
