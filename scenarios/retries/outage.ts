import type { Scenario } from '../scenario.ts';

export const outage: Scenario = {
  id: 'retries/outage',
  title: 'The receiver is unreachable for up to seven attempts',
  because:
    'After a deploy or an expired certificate everything arrives late and interleaved; nothing may be lost (article 000: the last attempt leaves after about 45 hours).',
  requirement: 'must',
  hazards: ['outage'],
  needs: [],
  draft: (draft, random) => {
    for (let number = 0; number < 5; number += 1) {
      const object = draft.object(random.pick(draft.walks(2)));
      const failures = number === 0 ? 7 : random.integer(1, 7);
      const attempts = Array.from({ length: failures }, (_, index) => index + 1);
      for (const delivery of draft.deliverInOrder(object)) {
        draft.faultAttempts(delivery, attempts, 'sent', { kind: 'outage' });
      }
    }
  },
};
