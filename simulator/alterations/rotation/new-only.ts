import type { Alteration } from '../alteration.ts';

export const newOnly: Alteration = {
  id: 'new-only',
  kind: 'oddity',
  group: 'rotation',
  title: 'A request is signed with the new secret only',
  because:
    'This is what comes when the rotation is over; who verifies with the old secret still, refuses everything from then on.',
  requirement: 'must',
  expects: 'taken',
  needs: ['signature', 'two-secrets'],
  signing: (signing) => ({ ...signing, secrets: signing.secrets.slice(0, 1) }),
};
