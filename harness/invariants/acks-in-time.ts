import { requestsOf, type AttemptRecord } from '../../simulator/record.ts';
import { poisonedFrom } from '../judging/trust.ts';
import type { Invariant } from './invariant.ts';

/**
 * Judges attempts that the provider waited for: each is answered before the provider's timeout. Odd ones, and what comes after an
 * indigestible one, are for others to judge.
 */
export const acksInTime: Invariant = {
  id: 'acks-in-time',
  title: "Every request is answered before the provider's timeout.",
  mend: 'Store the event, answer, and do slow work afterwards from what is stored.',
  requirement: (plan) => (plan.timeoutBasis === 'documented' ? 'must' : 'should'),
  witnesses: 'touched',
  safety: false,
  judge: (record) => {
    const poisonedAt = poisonedFrom(record);
    const usual = record.attempts.filter(
      (attempt) => attempt.altered === undefined && attempt.startedAt < poisonedAt,
    );
    const late = usual.filter(
      (attempt) =>
        attempt.reply?.kind === 'none' &&
        attempt.reply.reason === 'timeout' &&
        attempt.gaveUpAt === undefined,
    );
    const answered = usual.filter(
      (attempt) => attempt.reply?.kind === 'response' && attempt.gaveUpAt === undefined,
    );
    const slowestMs = answered.reduce((slowest, attempt) => Math.max(slowest, latency(attempt)), 0);
    const perFact = new Map(requestsOf(late).map((attempt) => [attempt.fact.id, attempt]));
    return {
      judged: [...answered, ...late].map((attempt) => attempt.fact.id),
      violations: [...perFact.values()].map((attempt) => ({
        key: 'timeout',
        subject: attempt.fact.id,
        expected: `an answer to ${attempt.eventId} (${attempt.fact.objectId} ${attempt.fact.fact}) within ${record.plan.timeoutMs} ms`,
        actual: 'none: the provider stopped waiting',
        evidence: [attempt.startedAt, ...(attempt.repliedAt === undefined ? [] : [attempt.repliedAt])],
      })),
      note: `slowest ${Math.round(slowestMs)} ms of ${record.plan.timeoutMs} ms`,
    };
  },
};

function latency(attempt: AttemptRecord): number {
  return attempt.reply?.kind === 'response' ? attempt.reply.latencyMs : 0;
}
