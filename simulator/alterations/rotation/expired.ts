import type { Alteration } from '../alteration.ts';

export const expired: Alteration = {
  id: 'expired',
  kind: 'forgery',
  group: 'rotation',
  title: 'A request is signed with a secret that has expired',
  because:
    'Secrets are replaced because somebody else may have them: a receiver that keeps the old one for ever has not replaced it.',
  requirement: 'must',
  needs: ['signature', 'expired-secret'],
  signing: (signing, { endpoint }) => ({ ...signing, secrets: (endpoint.expiredSecrets ?? []).slice(0, 1) }),
};
