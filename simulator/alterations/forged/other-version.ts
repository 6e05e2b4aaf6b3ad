import type { Alteration } from '../alteration.ts';

export const otherVersion: Alteration = {
  id: 'other-version',
  kind: 'forgery',
  group: 'forged',
  title: 'A signature made with the right key says that it is of another version',
  because:
    "The version names the scheme, and the weakest scheme that a receiver takes is its strength; Stripe's and Standard Webhooks' libraries refuse a header without a version that they know.",
  // Whoever made it has the key: nothing is lost today.
  requirement: 'should',
  needs: ['signature-version'],
  signing: (signing) => ({ ...signing, forge: { version: 'v9' } }),
};
