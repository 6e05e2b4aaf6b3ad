import { changeHeaders } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const unlabelled: Alteration = {
  id: 'unlabelled',
  kind: 'forgery',
  group: 'forged',
  title: 'The signature header holds a wrong signature and nothing that separates its parts',
  because:
    'Whoever splits a header and reads the second part reads nothing; standardwebhooks for Python fails with ValueError instead of a refusal.',
  requirement: 'must',
  needs: ['signature-header', 'signature-version'],
  signing: (signing, { strangeSecret }) => ({ ...signing, secrets: [strangeSecret] }),
  after: (signed, { profile }) =>
    changeHeaders(signed, profile.scheme.signatureHeaders, (value) => value.replace(/[^0-9A-Za-z]/g, '')),
};
