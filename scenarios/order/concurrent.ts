import type { Scenario } from '../scenario.ts';

/** Objects raced per plan; in every other one the older event's last byte goes out last. */
const RACED_OBJECTS = 40;

export const concurrent: Scenario = {
  id: 'order/concurrent',
  title: 'Two events of one object arrive in the same instant',
  because:
    'Both read the old state, both decide to write, the older one writes last (article 001; bugs C1, C2, E5).',
  requirement: 'must',
  hazards: ['overlap-same-object'],
  needs: [],
  draft: (draft, random) => {
    const walks = draft.walks(2);
    for (let number = 0; number < RACED_OBJECTS; number += 1) {
      const object = draft.object(random.pick(walks));
      // Half of the races are for objects that the receiver has never heard of; the others for an object's last two facts.
      const first = number % 4 < 2 ? 0 : object.events.length - 2;
      const racers: string[] = [];
      for (const [position, event] of object.events.entries()) {
        if (position === first || position === first + 1) racers.push(draft.deliver(event));
        else draft.deliver(event, { dueAtMs: event.occurredAtMs });
      }
      const atMs = object.events[first + 1]?.occurredAtMs ?? 0;
      const order = number % 2 === 0 ? racers : racers.reverse();
      draft.step({ kind: 'virtual-time', atMs }, { kind: 'race', deliveryIds: order });
    }
  },
};
