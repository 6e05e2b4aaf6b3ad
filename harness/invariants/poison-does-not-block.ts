import { answerOf, attemptIndexes, factName, triedDeliveries } from '../judging/deliveries.ts';
import type { Invariant } from './invariant.ts';
import { mayNeedRealGaps, needsRealGaps } from './real-gaps.ts';

/** Judges clean events of other objects that were still sent after an indigestible one had arrived, the last event of the play among them. */
export const poisonDoesNotBlock: Invariant = {
  id: 'poison-does-not-block',
  title: 'After an event that cannot be digested, those of other objects are taken as ever.',
  mend: 'Put what fails aside after a few tries, and go on with the next: no transaction, lock, queue or consumer may wait for one event.',
  requirement: () => 'must',
  witnesses: 'all',
  safety: false,
  judge: (record) => {
    const own = triedDeliveries(record).filter((one) => one.speaker === 'poison-does-not-block');
    const refused = own.filter((one) => !one.taken);
    const gaps = refused.filter((one) => mayNeedRealGaps(record, one.deliveryId));
    const poison = record.poison.slice(0, 1);
    return {
      judged: own.filter((one) => !gaps.includes(one)).flatMap((one) => one.facts),
      violations: refused
        .filter((one) => !gaps.includes(one))
        .map(({ last, attempts, deliveryId }) => ({
          key: `blocked:${answerOf(last)}`,
          subject: last.fact.id,
          expected: `${last.eventId} (${factName(last)}) is taken: nothing is wrong with it, and it is not about what could not be digested before`,
          actual: `${attempts.length} attempt(s) of ${deliveryId}, the last answered ${answerOf(last)}`,
          evidence: [...attemptIndexes(poison), ...attemptIndexes(attempts)],
        })),
      ...(gaps.length > 0 ? { undecided: needsRealGaps } : {}),
    };
  },
};
