import type { PlayRecord } from '../../simulator/record.ts';
import type { Violation } from '../../reports/run-report.ts';
import {
  answerOf,
  attemptIndexes,
  factName,
  isClearRefusal,
  triedDeliveries,
  type Tried,
} from '../judging/deliveries.ts';
import type { Invariant } from './invariant.ts';
import { mayNeedRealGaps, needsRealGaps } from './real-gaps.ts';

/**
 * Judges genuine requests that are oddly written, and those that come after a forged one about the same fact. Where a receiver
 * may refuse the oddity, only an answer that is none (5xx, nothing at all) is held against it.
 */
export const genuineIsAccepted: Invariant = {
  id: 'genuine-is-accepted',
  title: 'What the provider really sent is taken, however it is written and whatever was forged before it.',
  mend: 'Verify the bytes as they came, before anything is parsed, against each secret that is valid and each signature that is there; note the id of an event only after its signature was found right.',
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record) => {
    const own = triedDeliveries(record).filter((one) => one.speaker === 'genuine-is-accepted');
    const refused = own.filter((one) => !isAccepted(one));
    const gaps = refused.filter((one) => mayNeedRealGaps(record, one.deliveryId));
    return {
      judged: own.filter((one) => !gaps.includes(one)).flatMap((one) => one.facts),
      violations: refused.filter((one) => !gaps.includes(one)).map((one) => violationOf(record, one)),
      ...(gaps.length > 0 ? { undecided: needsRealGaps } : {}),
    };
  },
};

function isAccepted({ taken, alteration, attempts }: Tried): boolean {
  if (taken) return true;
  const mayRefuse = alteration !== undefined && alteration.expects !== 'taken';
  return mayRefuse && attempts.some(isClearRefusal);
}

function violationOf(record: PlayRecord, { alteration, attempts, last, deliveryId }: Tried): Violation {
  const event = `${last.eventId} (${factName(last)})`;
  const what =
    alteration === undefined ? 'which a forged request had spoken of before' : `sent as "${alteration.id}"`;
  const may = alteration?.expects === 'taken' || alteration === undefined ? '' : ', or refused with 4xx';
  const answer = answerOf(last);
  return {
    key: alteration === undefined ? `refused-after-forgery:${answer}` : `refused:${answer}`,
    subject: last.fact.id,
    expected: `${event}, ${what}, is taken${may}`,
    actual: `${attempts.length} attempt(s) of ${deliveryId}, the last answered ${answer}`,
    evidence: [
      ...attemptIndexes(record.forged.filter((attempt) => attempt.fact.id === last.fact.id).slice(0, 1)),
      ...attemptIndexes(attempts),
    ].sort((left, right) => left - right),
  };
}
