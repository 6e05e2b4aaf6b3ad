import { MINUTE_MS } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

export const sequential: Scenario = {
  id: 'duplicates/sequential',
  title: 'An acknowledged event comes again',
  because:
    'At-least-once delivery: the same event three times in four minutes released three licences (article 002; bugs A1, A8).',
  requirement: 'must',
  hazards: ['repeat-after-ack'],
  needs: [],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(number % 2 === 0 ? draft.walksToAnEffect() : draft.walks(2)));
      const deliveries = draft.deliverInOrder(object);
      const position =
        number % 2 === 0 ? object.events.length - 1 : random.integer(0, object.events.length - 1);
      const event = object.events[position];
      if (event === undefined) continue;
      const repeats = Array.from({ length: random.integer(1, 3) }, () =>
        draft.deliver(event, { reason: 'duplicate' }),
      );
      draft.step(
        { kind: 'attempt', deliveryId: deliveries[position] ?? '', attempt: 1, edge: 'recorded' },
        { kind: 'duplicate', deliveryIds: repeats, afterMs: random.pick([0, 1000, MINUTE_MS]) },
      );
    }
  },
};
