import type { Scenario } from '../scenario.ts';
import { rounds } from './rounds.ts';

export const sameEventTwice: Scenario = {
  id: 'batches/same-event-twice',
  title: 'One event comes twice in one request',
  because:
    'Batches are put together from queues that deliver at least once: what is known is asked once for the whole request, and then both are new (bugs B1, Q1).',
  requirement: 'must',
  hazards: ['same-event-in-one-request'],
  needs: ['batches'],
  draft: (draft, random) => {
    for (let number = 0; number < 4; number += 1) {
      const objects = [draft.object(random.pick(draft.walksToAnEffect()))];
      if (draft.batchMax > 2) objects.push(draft.object(random.pick(draft.walksToAnEffect())));
      const batches = rounds(objects);
      for (const [position, events] of batches.entries()) {
        const again = position === batches.length - 1 ? events.slice(0, 1) : [];
        draft.deliverTogether([...events, ...again]);
      }
    }
  },
};
