import type { Alteration } from '../alteration.ts';

export const emptySignature: Alteration = {
  id: 'empty-signature',
  kind: 'forgery',
  group: 'forged',
  title: 'A request has a signature of no characters',
  because:
    'A comparison that stops at the end of the shorter text finds no difference; a header that is there but empty is taken for none (bug list P3).',
  requirement: 'must',
  needs: ['signature'],
  signing: (signing) => ({ ...signing, forge: { digest: () => '' } }),
};
