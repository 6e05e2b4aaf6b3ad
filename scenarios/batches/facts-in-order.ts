import type { Scenario } from '../scenario.ts';

export const factsInOrder: Scenario = {
  id: 'batches/facts-in-order',
  title: 'Several facts of one object come in one request, the oldest first',
  because:
    'A provider that collects sends what happened since in one body: each fact counts, and the newest one wins (bug Q1).',
  requirement: 'must',
  hazards: ['facts-in-one-request'],
  needs: ['batches'],
  draft: (draft, random) => {
    for (let number = 0; number < 6; number += 1) {
      const object = draft.object(random.pick(number % 2 === 0 ? draft.walksToAnEffect() : draft.walks(2)));
      draft.deliverTogether(object.events);
    }
  },
};
