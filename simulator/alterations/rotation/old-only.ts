import type { Alteration } from '../alteration.ts';

export const oldOnly: Alteration = {
  id: 'old-only',
  kind: 'oddity',
  group: 'rotation',
  title: 'A request is signed with the old secret only',
  because:
    'Between the deployment of the new secret and the rotation at the provider (Shopify: up to an hour after it) requests are signed with the old one; octokit has verifyWithFallback for this.',
  // A receiver may have been stopped for the rotation, and need the new one only.
  requirement: 'should',
  expects: 'taken',
  needs: ['signature', 'two-secrets'],
  signing: (signing) => ({ ...signing, secrets: signing.secrets.slice(-1) }),
};
