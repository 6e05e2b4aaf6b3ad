import type { Scenario } from '../scenario.ts';

export const twoObjectsOfAnOwner: Scenario = {
  id: 'order/two-objects-of-an-owner',
  title: 'An owner has two objects, and one of them ends',
  because:
    "Access is one flag, written by whichever object's event came last: one subscription expires, and the payer of the other one is locked out (bug R3).",
  requirement: 'must',
  hazards: ['other-object-of-owner'],
  needs: ['owners'],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      // The first ends when the second is at work; in every fourth case both end, the second one last.
      const first = draft.object(random.pick(draft.walksToTheEnd()));
      const endMs = first.events.at(-1)?.occurredAtMs ?? 0;
      const bothEnd = number % 4 === 3;
      const walk = random.pick(bothEnd ? draft.walksToTheEnd() : draft.walksGoingOn());
      const fromMs = bothEnd ? endMs + 1000 : Math.max(0, endMs - draft.gapMs * (walk.length - 1) - 1000);
      const second = draft.object(walk, [], {
        fromMs,
        ...(first.owner === undefined ? {} : { owner: first.owner }),
      });
      draft.deliverInOrder(first);
      draft.deliverInOrder(second);
    }
  },
};
