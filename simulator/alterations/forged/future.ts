import { at } from './edits.ts';
import type { Alteration } from '../alteration.ts';

const AHEAD_MS = 86_400_000;

export const future: Alteration = {
  id: 'future',
  kind: 'forgery',
  group: 'forged',
  title: 'A request was signed for tomorrow',
  because:
    'A receiver that compares in one direction only takes it, and takes it again until the day after: Standard Webhooks and Linear look both ways.',
  // Only whoever has the key can make one.
  requirement: 'should',
  needs: ['future-tolerance'],
  compose: (_, { profile, dispatch }) => profile.compose(at(dispatch, dispatch.atMs + AHEAD_MS)),
  signing: (signing) => ({ ...signing, atMs: signing.atMs + AHEAD_MS }),
};
