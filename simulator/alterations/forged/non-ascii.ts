import type { Alteration } from '../alteration.ts';

export const nonAscii: Alteration = {
  id: 'non-ascii',
  kind: 'forgery',
  group: 'forged',
  title: 'A signature of the right length consists of letters outside ASCII',
  because:
    'As many characters, but more bytes: a comparison that looked at the length of the texts crashes in crypto.timingSafeEqual (mercadopago sdk-nodejs #459).',
  requirement: 'must',
  needs: ['signature'],
  signing: (signing) => ({ ...signing, forge: { digest: (digest) => 'é'.repeat(digest.length) } }),
};
