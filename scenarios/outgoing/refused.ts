import type { Scenario } from '../scenario.ts';

export const refused: Scenario = {
  id: 'outgoing/refused',
  title: 'The service that the receiver calls is down for a few calls',
  because:
    'Other services have outages too. A receiver that answers 2xx and forgets the refused call has lost the event.',
  requirement: 'must',
  hazards: ['outgoing-refused'],
  needs: ['sink'],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(draft.walksToAnEffect()));
      draft.deliverInOrder(object);
      const refusals = random.integer(1, 3);
      for (let call = 1; call <= refusals; call += 1)
        draft.step({ kind: 'call', objectId: object.id, call }, { kind: 'answer-refused' });
    }
  },
};
