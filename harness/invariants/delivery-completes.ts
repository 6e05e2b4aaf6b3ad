import { reached, type AttemptRecord } from '../../simulator/record.ts';
import type { Invariant } from './invariant.ts';
import { needsRealGaps, takenAfterRealGaps } from './real-gaps.ts';

/** Judges deliveries that reached the receiver: each must be taken before the schedule runs out. */
export const deliveryCompletes: Invariant = {
  id: 'delivery-completes',
  title: 'Every event is taken in the end: no delivery runs out of its schedule.',
  mend: 'Answer 2xx to every well-formed event of a type you know, stale and repeated ones too; keep errors for what a retry can heal.',
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record) => {
    const ended = [...record.deliveries.entries()].flatMap(([deliveryId, end]) => {
      const attempts = record.attempts.filter((attempt) => attempt.deliveryId === deliveryId);
      const last = attempts.filter((attempt) => attempt.reason !== 'real-gap' && reached(attempt)).at(-1);
      return last === undefined ? [] : [{ deliveryId, end, attempts, last }];
    });
    const failed = ended.filter(
      (one) => one.end.state !== 'delivered' && !takenAfterRealGaps(record, one.deliveryId),
    );
    const gaps = ended.filter((one) => takenAfterRealGaps(record, one.deliveryId));
    return {
      judged: ended.filter((one) => !gaps.includes(one)).map((one) => one.last.fact.id),
      violations: failed.map((one) => ({
        key: `${one.end.state}:${answer(one.last)}`,
        subject: one.last.fact.id,
        expected: `${one.last.eventId} (${one.last.fact.objectId} ${one.last.fact.fact}) is taken within ${record.plan.retryPolicy.delaysMs.length + 1} attempts`,
        actual: `${one.end.state} after ${one.attempts.length} attempts, the last answered ${answer(one.last)}`,
        evidence: evidence(one.attempts),
      })),
      ...(gaps.length > 0 ? { undecided: needsRealGaps } : {}),
    };
  },
};

function answer(attempt: AttemptRecord): string {
  if (attempt.reply?.kind === 'response') return String(attempt.reply.status);
  return attempt.reply?.reason ?? 'nothing';
}

function evidence(attempts: readonly AttemptRecord[]): readonly number[] {
  const shown = attempts.length > 5 ? [...attempts.slice(0, 2), ...attempts.slice(-3)] : attempts;
  return shown.flatMap((attempt) => [
    attempt.startedAt,
    ...(attempt.repliedAt === undefined ? [] : [attempt.repliedAt]),
  ]);
}
