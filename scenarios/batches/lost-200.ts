import type { Scenario } from '../scenario.ts';
import { rounds } from './rounds.ts';

export const lostBatch: Scenario = {
  id: 'batches/lost-200',
  title: 'A request with several events is answered 200, the answer is lost, and all of them come again',
  because:
    'The repeat holds what was done already: everything in it was handled a second time (article 002; bug Q3).',
  requirement: 'must',
  hazards: ['retry-after-lost-reply'],
  needs: ['batches'],
  draft: (draft, random) => {
    const number = Math.min(draft.batchMax, 3);
    for (let round = 0; round < 3; round += 1) {
      const objects = Array.from({ length: number }, () =>
        draft.object(random.pick(draft.walksToAnEffect())),
      );
      const batches = rounds(objects);
      for (const [position, events] of batches.entries()) {
        const isLost = position === batches.length - 1 || random.chance(0.3);
        for (const id of draft.deliverTogether(random.shuffle(events)))
          if (isLost) draft.faultAttempts(id, [1], 'replied', { kind: 'lose-response' });
      }
    }
  },
};
