import type { Scenario } from '../scenario.ts';

export const lost200: Scenario = {
  id: 'acks/lost-200',
  title: 'The receiver answers 200 and the answer is lost',
  because:
    'A 200 that never got back looks like a failure to the provider, which sends the event again (article 002; bugs A1, A3).',
  requirement: 'must',
  hazards: ['retry-after-lost-reply'],
  needs: [],
  draft: (draft, random) => {
    for (let number = 0; number < 8; number += 1) {
      const object = draft.object(random.pick(number % 2 === 0 ? draft.walksToAnEffect() : draft.walks(2)));
      const deliveries = draft.deliverInOrder(object);
      // The last fact of half of the objects; any fact of the others, so that its retry comes after newer ones.
      const position = number % 2 === 0 ? deliveries.length - 1 : random.integer(0, deliveries.length - 1);
      const losses = random.integer(1, 3);
      const attempts = Array.from({ length: losses }, (_, index) => index + 1);
      draft.faultAttempts(deliveries[position] ?? '', attempts, 'replied', { kind: 'lose-response' });
    }
  },
};
