import { DAY_MS, HOUR_MS } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

export const afterSchedule: Scenario = {
  id: 'duplicates/after-schedule',
  title: 'An old event comes again after everything else is over',
  because:
    'A re-run queue repeats events days later, when newer facts and many other events have passed (bugs E7, K2, K8).',
  requirement: 'must',
  hazards: ['repeat-after-newer'],
  needs: [],
  draft: (draft, random) => {
    const repeats: string[] = [];
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(draft.walks(3)));
      draft.deliverInOrder(object);
      for (const event of object.events.slice(0, -1))
        repeats.push(draft.deliver(event, { reason: 'duplicate' }));
    }
    // Other events in between: a memory that holds only the last few ids forgets the first ones.
    for (let number = 0; number < 40; number += 1) {
      const [first] = draft.walks(1);
      const other = draft.object((first ?? []).slice(0, 1));
      for (const event of other.events) draft.deliver(event, { dueAtMs: DAY_MS });
    }
    draft.step(
      { kind: 'virtual-time', atMs: 45 * HOUR_MS + random.integer(1, 5) * DAY_MS },
      { kind: 'duplicate', deliveryIds: repeats, afterMs: 0 },
    );
  },
};
