import type { Alteration } from '../alteration.ts';

export const longer: Alteration = {
  id: 'longer',
  kind: 'forgery',
  group: 'forged',
  title: 'A wrong signature is twice as long as a right one',
  because:
    'crypto.timingSafeEqual throws where the lengths differ: a receiver that does not expect it answers 500, or takes the exception for consent (mercadopago sdk-nodejs #459, PR 463).',
  requirement: 'must',
  needs: ['signature'],
  signing: (signing, { strangeSecret }) => ({
    ...signing,
    secrets: [strangeSecret],
    forge: { digest: (digest) => digest + digest },
  }),
};
