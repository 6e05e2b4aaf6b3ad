import type { Alteration } from '../alteration.ts';

export const strangeFirst: Alteration = {
  id: 'strange-first',
  kind: 'oddity',
  group: 'rotation',
  title: 'The signature of an unknown secret stands before that of the known one',
  because:
    'While a secret is replaced the provider signs with both, the new one first: a receiver that tries only the first signature refuses everything until it is deployed.',
  requirement: 'must',
  expects: 'taken',
  needs: ['signature', 'several-secrets'],
  signing: (signing, { strangeSecret }) => ({ ...signing, secrets: [strangeSecret, ...signing.secrets] }),
};
