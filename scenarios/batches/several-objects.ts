import type { Scenario } from '../scenario.ts';
import { rounds } from './rounds.ts';

/** Enough for every level of a nested body to have several. */
const OBJECTS_MAX = 7;

export const severalObjects: Scenario = {
  id: 'batches/several-objects',
  title: 'Events of several objects come in one request',
  because:
    'Only the first item of each list was read, and the rest dropped with 200 (bug Q1): Meta nests entries, changes and statuses, SendGrid and HubSpot send lists.',
  requirement: 'must',
  hazards: ['several-in-one-request'],
  needs: ['batches'],
  draft: (draft, random) => {
    const count = Math.min(draft.batchMax, OBJECTS_MAX);
    for (const number of [2, count, count]) {
      const objects = Array.from({ length: number }, () =>
        draft.object(random.pick(draft.walksToAnEffect())),
      );
      for (const events of rounds(objects)) draft.deliverTogether(random.shuffle(events));
    }
  },
};
