import type { Scenario } from '../scenario.ts';

export const calm: Scenario = {
  id: 'baseline/calm',
  title: 'Every event once, in order, nothing goes wrong',
  because: 'Before anything else means anything, the plain case must work.',
  requirement: 'must',
  hazards: [],
  needs: [],
  draft: (draft, random) => {
    const walks = random.shuffle(draft.walks(2));
    for (const walk of walks.slice(0, 6)) draft.deliverInOrder(draft.object(walk));
  },
};
