import type { Alteration } from '../alteration.ts';

export const strangeLast: Alteration = {
  id: 'strange-last',
  kind: 'oddity',
  group: 'rotation',
  title: 'The signature of an unknown secret stands after that of the known one',
  because:
    'A receiver that already has the new secret sees the signature of the old one, too: one that keeps the last signature of a header refuses the request.',
  requirement: 'must',
  expects: 'taken',
  needs: ['signature', 'several-secrets', 'any-signature'],
  signing: (signing, { strangeSecret }) => ({ ...signing, secrets: [...signing.secrets, strangeSecret] }),
};
