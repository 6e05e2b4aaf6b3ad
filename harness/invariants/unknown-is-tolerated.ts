import { answerOf, attemptIndexes, factName, triedDeliveries } from '../judging/deliveries.ts';
import type { Invariant } from './invariant.ts';
import { mayNeedRealGaps, needsRealGaps } from './real-gaps.ts';

/** Judges events of types, and with fields, that the receiver cannot know yet. */
export const unknownIsTolerated: Invariant = {
  id: 'unknown-is-tolerated',
  title: 'An event of an unknown type, or with unknown fields, is answered 2xx.',
  mend: 'Answer 200 to types that you do not handle and leave fields alone that you do not know: providers add both, and an endpoint that refuses them is disabled in the end.',
  requirement: () => 'should',
  witnesses: 'touched',
  safety: false,
  judge: (record) => {
    const own = triedDeliveries(record).filter((one) => one.speaker === 'unknown-is-tolerated');
    const refused = own.filter((one) => !one.taken);
    const gaps = refused.filter((one) => mayNeedRealGaps(record, one.deliveryId));
    return {
      judged: own.filter((one) => !gaps.includes(one)).flatMap((one) => one.facts),
      violations: refused
        .filter((one) => !gaps.includes(one))
        .map(({ last, attempts, deliveryId, alteration }) => ({
          key: `refused:${answerOf(last)}`,
          subject: last.fact.id,
          expected: `2xx for ${last.eventId} (${factName(last)}), sent as "${alteration?.id ?? ''}"`,
          actual: `${attempts.length} attempt(s) of ${deliveryId}, the last answered ${answerOf(last)}`,
          evidence: attemptIndexes(attempts),
        })),
      ...(gaps.length > 0 ? { undecided: needsRealGaps } : {}),
    };
  },
};
