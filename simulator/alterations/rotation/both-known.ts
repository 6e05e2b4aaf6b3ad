import type { Alteration } from '../alteration.ts';

export const bothKnown: Alteration = {
  id: 'both-known',
  kind: 'oddity',
  group: 'rotation',
  title: 'A request is signed with the new and the old secret, the old one first',
  because:
    'No provider promises an order for its signatures: they are tried until one is right (Standard Webhooks: a list; Stripe: several v1).',
  requirement: 'must',
  expects: 'taken',
  needs: ['signature', 'several-secrets', 'two-secrets'],
  signing: (signing) => ({ ...signing, secrets: [...signing.secrets].reverse() }),
};
