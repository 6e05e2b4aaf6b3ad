import type { Scenario } from '../scenario.ts';

export const lostAnswer: Scenario = {
  id: 'outgoing/lost-answer',
  title: 'The receiver calls another service, which does the work, and the answer is lost',
  because:
    'What the provider suffers from the receiver, the receiver suffers from the services that it calls: only an idempotency key makes the repeat safe.',
  requirement: 'must',
  hazards: ['outgoing-answer-lost'],
  needs: ['sink'],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(draft.walksToAnEffect()));
      draft.deliverInOrder(object);
      const calls = random.pick([[1], [1, 2], [2], [1, 3]]);
      for (const call of calls)
        draft.step({ kind: 'call', objectId: object.id, call }, { kind: 'answer-lost' });
    }
  },
};
