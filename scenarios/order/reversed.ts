import type { Scenario } from '../scenario.ts';

export const reversed: Scenario = {
  id: 'order/reversed',
  title: "An object's events arrive newest first",
  because:
    'sent, read, delivered: the late event turns "read" back into "delivered" (article 001; bugs E1, E2, I1).',
  requirement: 'must',
  hazards: ['older-after-newer'],
  needs: [],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(draft.walks(2)));
      const deliveries = object.events.map((event) => draft.deliver(event)).reverse();
      // One virtual minute apart, so that the state can be read between them.
      for (const [position, delivery] of deliveries.entries()) {
        draft.step(
          { kind: 'virtual-time', atMs: draft.lastFactMs() + position * 10_000 },
          { kind: 'reorder', deliveryIds: [delivery] },
        );
      }
    }
  },
};
