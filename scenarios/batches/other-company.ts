import type { Scenario } from '../scenario.ts';
import type { WebhookEvent } from '../../simulator/model.ts';
import { rounds } from './rounds.ts';

export const otherCompany: Scenario = {
  id: 'batches/other-company',
  title: 'Events that were acknowledged come again, in requests with others that are new',
  because:
    'What is tried again is put together anew: a request is no unit, and one that is known in part is neither known nor new (bugs Q1, Q3).',
  requirement: 'must',
  hazards: ['repeat-after-ack'],
  needs: ['batches'],
  draft: (draft, random) => {
    const number = Math.max(2, Math.min(draft.batchMax, 4));
    let before: readonly WebhookEvent[] = [];
    for (let round = 0; round < 3; round += 1) {
      const objects = Array.from({ length: number - 1 }, () =>
        draft.object(random.pick(draft.walksToAnEffect()), [], { fromMs: 4 * round * draft.gapMs }),
      );
      for (const events of rounds(objects)) {
        const again = before.slice(-1);
        draft.deliverTogether(random.shuffle([...events.slice(0, number - 1), ...again]));
        before = events;
      }
    }
  },
};
