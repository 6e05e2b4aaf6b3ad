import { at } from './edits.ts';
import type { Alteration } from '../alteration.ts';

/** More than the day that some receivers allow on purpose, less than 300 s taken for milliseconds (3.5 days). */
const AGE_MS = 2 * 86_400_000;

export const stale: Alteration = {
  id: 'stale',
  kind: 'forgery',
  group: 'forged',
  title: 'A request comes two days after it was signed',
  because:
    'The time is signed but never compared, or seconds are compared with milliseconds: what was captured once works for days, or for ever (bug list P5).',
  requirement: 'must',
  needs: ['past-tolerance'],
  compose: (_, { profile, dispatch }) => profile.compose(at(dispatch, dispatch.atMs - AGE_MS)),
  signing: (signing) => ({ ...signing, atMs: signing.atMs - AGE_MS }),
};
