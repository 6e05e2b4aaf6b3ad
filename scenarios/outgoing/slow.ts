import type { Scenario } from '../scenario.ts';

export const slow: Scenario = {
  id: 'outgoing/slow',
  title: 'The service that the receiver calls answers late',
  because:
    'A handler that waits for a slow service keeps the provider waiting, and copies of the event find it at work.',
  requirement: 'must',
  hazards: ['outgoing-answer-slow'],
  needs: ['sink'],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(draft.walksToAnEffect()));
      const deliveries = draft.deliverInOrder(object);
      const call = random.pick([1, 1, 2]);
      const afterMs = random.integer(100, 800);
      draft.step({ kind: 'call', objectId: object.id, call }, { kind: 'answer-slow', afterMs });
      // The provider does not wait for it: a copy comes while the call is under way.
      if (number % 2 === 0) {
        const last = deliveries.at(-1) ?? '';
        const giveUp = { kind: 'give-up', afterMs: 50, socket: 'open', overlap: true } as const;
        draft.faultAttempts(last, [1], 'sent', giveUp);
      }
    }
  },
};
