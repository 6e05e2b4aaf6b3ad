/** One scenario for each handshake: what a provider asks of an endpoint before it delivers anything there. */
import { handshakes } from '../simulator/handshakes/index.ts';
import type { Scenario } from './scenario.ts';

export const handshakeScenarios: readonly Scenario[] = handshakes.map(
  ({ id, title, because, requirement }) => ({
    id: `handshake/${id}`,
    title,
    because,
    requirement,
    hazards: [],
    needs: [`handshake/${id}`],
    draft: (draft, random) => {
      draft.handshake(id);
      // Then it is a day like any other.
      draft.deliverInOrder(draft.object(random.pick(draft.walksToAnEffect())));
      draft.deliverInOrder(draft.object(random.pick(draft.walks(2))));
    },
  }),
);
