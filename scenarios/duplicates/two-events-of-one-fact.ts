import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import { MINUTE_MS } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

export const twoEventsOfOneFact: Scenario = {
  id: 'duplicates/two-events-of-one-fact',
  title: 'One fact is announced twice, by events with different ids',
  because:
    'Some providers repeat a fact under a fresh event id or as two types; only a key of the business survives this (bugs L7, R2).',
  requirement: 'should',
  hazards: ['second-announcement'],
  needs: ['second-announcements'],
  draft: (draft, random) => {
    const typesOf = (fact: string): readonly string[] => factRule(draft.lifecycle, fact).alsoAs ?? [];
    const announced = draft.walks(2).filter((walk) => walk.some((fact) => typesOf(fact).length > 0));
    const walks = announced.length > 0 ? announced : draft.walks(2);
    for (let number = 0; number < 10; number += 1) {
      const object = draft.object(random.pick(walks));
      for (const event of object.events) {
        const others = typesOf(event.fact).map((type) => draft.announceAgain(event, type));
        if (others.length > 0 && number % 2 === 0) {
          const racers = [event, ...others].map((one) => draft.deliver(one));
          draft.step(
            { kind: 'virtual-time', atMs: event.occurredAtMs },
            { kind: 'race', deliveryIds: racers },
          );
          continue;
        }
        draft.deliver(event, { dueAtMs: event.occurredAtMs });
        for (const other of others)
          draft.deliver(other, { dueAtMs: event.occurredAtMs + random.integer(1, 600) * MINUTE_MS });
      }
    }
  },
};
