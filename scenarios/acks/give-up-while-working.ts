import { HOUR_MS, MINUTE_MS } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

export const giveUpWhileWorking: Scenario = {
  id: 'acks/give-up-while-working',
  title: 'The provider times out and retries while the handler is still at work',
  because:
    'An endpoint slower than the timeout gets the same event again in the middle of its work (article 002; bugs A3, M4).',
  requirement: 'must',
  hazards: ['overlap-after-give-up'],
  needs: [],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(draft.walksToAnEffect()));
      for (const [position, event] of object.events.entries()) {
        // Each object at hours of its own: its retry follows at once, with nothing else to wait for.
        const delivery = draft.deliver(event, { dueAtMs: number * HOUR_MS + position * 10 * MINUTE_MS });
        if (position !== object.events.length - 1) continue;
        draft.faultAttempts(delivery, [1], 'sent', {
          kind: 'give-up',
          afterMs: 0,
          socket: 'open',
          overlap: true,
        });
      }
    }
  },
};
