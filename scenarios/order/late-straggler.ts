import { HOUR_MS } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

export const lateStraggler: Scenario = {
  id: 'order/late-straggler',
  title: 'One older event arrives hours after the newer ones',
  because:
    'It failed and was retried, or sat in a queue, while the others went through (article 002: updated, then canceled; bugs E3, H1).',
  requirement: 'must',
  hazards: ['older-after-newer'],
  needs: [],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(draft.walks(3)));
      const deliveries = draft.deliverInOrder(object);
      const straggler = deliveries[random.integer(0, deliveries.length - 2)] ?? '';
      if (random.chance(0.5)) {
        draft.faultAttempts(straggler, [1], 'sent', { kind: 'delay', byMs: random.integer(1, 20) * HOUR_MS });
      } else {
        const failed = Array.from({ length: random.integer(1, 4) }, (_, index) => index + 1);
        draft.faultAttempts(straggler, failed, 'sent', { kind: 'never-sent' });
      }
    }
  },
};
