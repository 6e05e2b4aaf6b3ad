import type { Scenario } from '../scenario.ts';

export const sameInstant: Scenario = {
  id: 'order/same-instant',
  title: 'Two facts carry the same timestamp',
  because:
    'With equal timestamps ">=" drops the newer and "<" lets arrival decide; neither is wrong, losing both is (bugs G3, G7).',
  requirement: 'should',
  hazards: ['same-instant'],
  needs: [],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const walk = random.pick(draft.walks(2));
      const object = draft.object(walk, [walk.length - 1]);
      const tied = object.events.slice(-2);
      const deliveries = object.events.map((event) => draft.deliver(event));
      // Both orders of arrival.
      const order =
        number % 2 === 0 ? deliveries : [...deliveries.slice(0, -2), ...deliveries.slice(-2).reverse()];
      draft.step(
        { kind: 'virtual-time', atMs: 0 },
        { kind: 'equal-timestamps', factIds: tied.map((event) => event.factId) },
      );
      for (const [position, delivery] of order.entries()) {
        draft.step(
          { kind: 'virtual-time', atMs: draft.lastFactMs() + position * 10_000 },
          { kind: 'reorder', deliveryIds: [delivery] },
        );
      }
    }
  },
};
