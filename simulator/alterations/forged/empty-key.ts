import type { Alteration } from '../alteration.ts';

export const emptyKey: Alteration = {
  id: 'empty-key',
  kind: 'forgery',
  group: 'forged',
  title: 'A request is signed with a key of no bytes',
  because:
    'A receiver whose secret is missing verifies with an empty one, and everybody can sign with that (bug list P3: librefang, go-githubauth, corsair).',
  requirement: 'must',
  needs: ['shared-secret'],
  signing: (signing) => ({ ...signing, forge: { emptyKey: true } }),
};
