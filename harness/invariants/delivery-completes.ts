import { acknowledged, couldAnswer, requestsOf } from '../../simulator/record.ts';
import { answerOf, attemptIndexes, deliveriesOfOthers } from '../judging/deliveries.ts';
import type { Invariant } from './invariant.ts';
import { mayNeedRealGaps, needsRealGaps } from './real-gaps.ts';

/**
 * Judges deliveries that the receiver could answer: each must be taken before the schedule runs out. One that it took is
 * taken, whatever the provider learned of it. Odd ones, and clean ones after forged or indigestible ones, are for others to judge.
 */
export const deliveryCompletes: Invariant = {
  id: 'delivery-completes',
  title: 'Every event is taken in the end: no delivery runs out of its schedule.',
  mend: 'Answer 2xx to every well-formed event of a type you know, stale and repeated ones too; keep errors for what a retry can heal.',
  requirement: (plan) => (plan.retryPolicy.basis === 'assumed' ? 'should' : 'must'),
  witnesses: 'touched',
  safety: false,
  judge: (record) => {
    const others = deliveriesOfOthers(record, 'delivery-completes');
    const own = [...record.deliveries.entries()].filter(([deliveryId]) => !others.has(deliveryId));
    const ended = own.flatMap(([deliveryId, end]) => {
      const attempts = record.attempts.filter((attempt) => attempt.deliveryId === deliveryId);
      const scheduled = attempts.filter((attempt) => attempt.reason !== 'real-gap' && couldAnswer(attempt));
      const last = scheduled.at(-1);
      const taken = scheduled.some((one) => acknowledged(one) || one.recorded?.kind === 'delivered');
      const facts = new Set(attempts.map((attempt) => attempt.fact.id));
      const requests = requestsOf(attempts);
      return last === undefined ? [] : [{ deliveryId, end, requests, facts, last, taken }];
    });
    const gaps = ended.filter((one) => !one.taken && mayNeedRealGaps(record, one.deliveryId));
    const failed = ended.filter((one) => !one.taken && !gaps.includes(one));
    return {
      judged: ended.filter((one) => !gaps.includes(one)).flatMap((one) => [...one.facts]),
      violations: failed.map((one) => ({
        key: `${one.end.state}:${answerOf(one.last)}`,
        subject: one.last.fact.id,
        expected: `${one.last.eventId} (${one.last.fact.objectId} ${one.last.fact.fact}) is taken within ${record.plan.retryPolicy.delaysMs.length + 1} attempts`,
        actual: `${one.end.state} after ${one.requests.length} attempts, the last answered ${answerOf(one.last)}`,
        evidence: attemptIndexes(one.requests),
      })),
      ...(gaps.length > 0 ? { undecided: needsRealGaps } : {}),
    };
  },
};
