import type { Alteration } from '../alteration.ts';

export const strippedTimestamp: Alteration = {
  id: 'stripped-timestamp',
  kind: 'forgery',
  group: 'forged',
  title: 'The time was taken out of a signed request',
  because:
    'Receivers look at the time only where there is one: strip it, and it is never too old (bug list P4).',
  requirement: 'must',
  needs: ['signed-time', 'time-header'],
  signing: (signing) => ({ ...signing, forge: { shownAtMs: null } }),
};
