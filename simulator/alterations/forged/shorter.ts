import type { Alteration } from '../alteration.ts';

/** Few enough to be guessed, were they enough. */
const CHARACTERS_MAX = 8;

export const shorter: Alteration = {
  id: 'shorter',
  kind: 'forgery',
  group: 'forged',
  title: 'Only the first characters of the right signature are there',
  because:
    'A comparison that ends with the shorter text lets a beginning pass, and a beginning can be guessed; libraries that compare bytes throw where the lengths differ (mercadopago sdk-nodejs #459).',
  requirement: 'must',
  needs: ['signature'],
  signing: (signing) => ({
    ...signing,
    forge: {
      digest: (digest) => digest.slice(0, Math.min(CHARACTERS_MAX, Math.floor(digest.length / 2))),
    },
  }),
};
