import { DAY_MS } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

export const sameId: Scenario = {
  id: 'replay/same-id',
  title: 'The provider replays events under their own ids',
  because: 'A replay is the same fact, not a new one: it leaves with the id of the original (article 000).',
  requirement: 'must',
  hazards: ['replay'],
  needs: [],
  draft: (draft, random) => {
    const replayed: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const object = draft.object(random.pick(number % 2 === 0 ? draft.walksToAnEffect() : draft.walks(2)));
      draft.deliverInOrder(object);
      for (const event of object.events) replayed.push(draft.deliver(event, { reason: 'replay' }));
    }
    draft.step(
      { kind: 'virtual-time', atMs: 3 * DAY_MS + random.integer(0, 1000) },
      { kind: 'replay', deliveryIds: random.shuffle(replayed) },
    );
  },
};
