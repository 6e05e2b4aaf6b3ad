import type { Alteration } from '../alteration.ts';

const HOUR_MS = 3_600_000;

export const changedTimestamp: Alteration = {
  id: 'changed-timestamp',
  kind: 'forgery',
  group: 'forged',
  title: 'A request that was signed an hour ago says that it is of now',
  because:
    'A time that is checked but not verified can be replaced, and old requests are new for ever (bug list P13: HSReplay.net).',
  requirement: 'must',
  needs: ['signed-time', 'time-header'],
  signing: (signing) => ({
    ...signing,
    atMs: signing.atMs - HOUR_MS,
    forge: { shownAtMs: signing.atMs },
  }),
};
