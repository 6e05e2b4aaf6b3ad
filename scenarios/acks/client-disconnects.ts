import type { Fault } from '../../simulator/faults/fault.ts';
import type { Scenario } from '../scenario.ts';

export const clientDisconnects: Scenario = {
  id: 'acks/client-disconnects',
  title: 'The connection ends before the answer',
  because:
    'A closed, reset or half-sent request must neither lose the event nor apply it twice (frameworks cancel handlers when the client goes away).',
  requirement: 'must',
  hazards: ['client-gone'],
  needs: [],
  draft: (draft, random) => {
    const kinds: readonly Fault[] = [
      { kind: 'reset' },
      { kind: 'give-up', afterMs: 0, socket: 'closed', overlap: false },
      { kind: 'give-up', afterMs: 2, socket: 'closed', overlap: false },
      { kind: 'cut-short', share: random.integer(1, 9) / 10 },
    ];
    // Each kind strikes a last fact that owes an effect, and any fact of another object.
    for (const fault of kinds) {
      const deliveries = draft.deliverInOrder(draft.object(random.pick(draft.walksToAnEffect())));
      draft.faultAttempts(deliveries.at(-1) ?? '', [1], 'sent', fault);
      const others = draft.deliverInOrder(draft.object(random.pick(draft.walks(2))));
      draft.faultAttempts(random.pick(others), [1], 'sent', fault);
    }
  },
};
