import { effectsOwed, factRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Scenario } from '../scenario.ts';

/** Objects raced per plan; see 4.9: many, each on fresh connections. */
const RACED_OBJECTS = 30;

export const concurrent: Scenario = {
  id: 'duplicates/concurrent',
  title: 'Two copies of one event arrive in the same instant',
  because:
    'Look up, find nothing, do it, write it down: two copies both find nothing (article 001; bugs B1, B3, B4, B6).',
  requirement: 'must',
  hazards: ['overlap-same-event'],
  needs: [],
  draft: (draft, random) => {
    const owing = draft.walks(2).filter((walk) => effectsOwed(draft.lifecycle, walk) > 0);
    const walks = owing.length > 0 ? owing : draft.walks(2);
    for (let number = 0; number < RACED_OBJECTS; number += 1) {
      const object = draft.object(random.pick(walks));
      const effectful = object.events.findIndex(
        (event) => (factRule(draft.lifecycle, event.fact).effects ?? []).length > 0,
      );
      const raced = Math.max(effectful, 0);
      for (const [position, event] of object.events.entries()) {
        if (position !== raced) {
          draft.deliver(event, { dueAtMs: event.occurredAtMs });
          continue;
        }
        const copies = Array.from({ length: number % 8 === 7 ? 3 : 2 }, (_, copy) =>
          draft.deliver(event, { reason: copy === 0 ? 'scheduled' : 'duplicate' }),
        );
        draft.step({ kind: 'virtual-time', atMs: event.occurredAtMs }, { kind: 'race', deliveryIds: copies });
      }
    }
  },
};
