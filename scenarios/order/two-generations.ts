import { HOUR_MS } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

export const twoGenerations: Scenario = {
  id: 'order/two-generations',
  title: "The end of an owner's first object arrives when the second one is at work",
  because:
    'Uninstalled, installed again, and then the late uninstall event takes the fresh installation down (bug H4).',
  requirement: 'must',
  hazards: ['older-generation'],
  needs: ['owners'],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const first = draft.object(random.pick(draft.walksToTheEnd()));
      const last = first.events.at(-1);
      const fromMs = (last?.occurredAtMs ?? 0) + draft.gapMs;
      const second = draft.object(random.pick(draft.walksGoingOn()), [], {
        fromMs,
        ...(first.owner === undefined ? {} : { owner: first.owner }),
      });
      const deliveries = [...draft.deliverInOrder(first)];
      draft.deliverInOrder(second);
      const late = deliveries.at(-1) ?? '';
      draft.faultAttempts(late, [1], 'sent', { kind: 'delay', byMs: random.integer(1, 20) * HOUR_MS });
    }
  },
};
