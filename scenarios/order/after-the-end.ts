import { HOUR_MS } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

export const afterTheEnd: Scenario = {
  id: 'order/after-the-end',
  title: 'An old event arrives when its object is over',
  because:
    'What was canceled or deleted comes back to life when a straggler finds no trace of it (bugs H1, H5: deleted, then a late checkout.completed).',
  requirement: 'must',
  hazards: ['event-after-end'],
  needs: [],
  draft: (draft, random) => {
    for (let number = 0; number < 6; number += 1) {
      const object = draft.object(random.pick(draft.walksToTheEnd()));
      const deliveries = draft.deliverInOrder(object);
      const position = random.integer(0, Math.max(0, deliveries.length - 2));
      const [late, event] = [deliveries[position], object.events[position]];
      if (late === undefined || event === undefined || deliveries.length < 2) continue;
      const afterMs = random.integer(1, 20) * HOUR_MS;
      if (number % 3 < 2) {
        draft.faultAttempts(late, [1], 'sent', { kind: 'delay', byMs: afterMs });
      } else {
        // It had been taken, and comes again.
        const again = draft.deliver(event, { reason: 'duplicate' });
        draft.step(
          { kind: 'virtual-time', atMs: draft.lastFactMs() + afterMs },
          { kind: 'duplicate', deliveryIds: [again], afterMs: 0 },
        );
      }
    }
  },
};
