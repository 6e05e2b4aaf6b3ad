import type { Alteration } from '../alteration.ts';

export const betweenAttempts: Alteration = {
  id: 'between-attempts',
  kind: 'oddity',
  group: 'rotation',
  title: 'The secret changes between two attempts of one delivery',
  because:
    'Schedules of days outlive a secret: what was first signed with one is sent again with the other, and it is the same event.',
  // As for the old secret alone: it is the old one that signs the repeat where one secret signs at a time.
  requirement: 'should',
  expects: 'taken',
  fromSecondAttempt: true,
  needs: ['signature', 'two-secrets'],
  signing: (signing, { profile }) => ({
    ...signing,
    secrets: profile.scheme.severalSecrets ? signing.secrets.slice(0, 1) : signing.secrets.slice(-1),
  }),
};
