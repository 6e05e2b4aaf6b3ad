import type { Alteration } from '../alteration.ts';

export const wrongSecret: Alteration = {
  id: 'wrong-secret',
  kind: 'forgery',
  group: 'forged',
  title: 'A request is signed with a secret that nobody has',
  because:
    'Whoever knows the URL can send a request of the right form; only the key tells the provider (article 001).',
  requirement: 'must',
  needs: ['signature'],
  signing: (signing, { strangeSecret }) => ({ ...signing, secrets: [strangeSecret] }),
};
