import { anotherLike } from './edits.ts';
import type { Alteration } from '../alteration.ts';

const ENTRIES = 4;

export const severalWrong: Alteration = {
  id: 'several-wrong',
  kind: 'forgery',
  group: 'forged',
  title: 'A request has several signatures, and all of them are wrong',
  because:
    'During a rotation there are several signatures; a loop over them that ends without a decision lets the request pass.',
  requirement: 'must',
  needs: ['signature', 'several-secrets'],
  signing: (signing, { strangeSecret }) => {
    let digests = 0;
    return {
      ...signing,
      secrets: Array.from({ length: ENTRIES }, () => strangeSecret),
      forge: {
        digest: (digest) => {
          digests += 1;
          return digests === 1 ? digest : anotherLike(digest);
        },
      },
    };
  },
};
