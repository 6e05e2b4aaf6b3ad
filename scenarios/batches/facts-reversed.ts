import type { Scenario } from '../scenario.ts';

export const factsReversed: Scenario = {
  id: 'batches/facts-reversed',
  title: 'Several facts of one object come in one request, the newest first',
  because:
    'The order of a list says nothing: HubSpot and SendGrid promise none. What is applied item by item goes back to an older state (bugs E1, Q1).',
  requirement: 'must',
  hazards: ['facts-in-one-request'],
  needs: ['batches'],
  draft: (draft, random) => {
    for (let number = 0; number < 6; number += 1) {
      const object = draft.object(random.pick(number % 2 === 0 ? draft.walksToAnEffect() : draft.walks(2)));
      draft.deliverTogether(object.events.toReversed());
    }
  },
};
