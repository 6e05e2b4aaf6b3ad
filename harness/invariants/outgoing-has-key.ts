import { describeCount, subjectOf } from '../judging/effects.ts';
import { callsOf } from '../judging/outgoing.ts';
import { canCount, countedEffects } from './counted-effects.ts';
import type { Invariant } from './invariant.ts';

/** Judges how calls are repeated whose end the receiver could not know. */
export const outgoingHasKey: Invariant = {
  id: 'outgoing-has-key',
  title: 'A call to another service that has to be repeated carries the same idempotency key again.',
  mend: "Make the key from the event's id and the purpose of the call, and send the same key on every try.",
  requirement: () => 'should',
  witnesses: 'all',
  safety: true,
  judge: (record, sights) => {
    if (record.calls.length === 0) return { judged: [], violations: [] };
    const { counts, open } = countedEffects(record, sights, canCount);
    const repeated = counts.flatMap((count) => {
      const calls = callsOf(record, count);
      const lost = calls.find((call) => call.inDoubt);
      const again = lost && calls.filter((call) => call.at > lost.at && !call.refused);
      return lost === undefined || again === undefined || again.length === 0 ? [] : [{ count, lost, again }];
    });
    const bare = repeated.filter(({ count }) => count.seen > count.owed.max);
    const keyed = repeated.filter(({ lost, again }) =>
      again.some((call) => call.key !== undefined && call.key === lost.key),
    );
    return {
      judged: [...bare, ...keyed].flatMap(({ count }) => count.facts.map((fact) => fact.id)),
      violations: bare.map(({ count, lost, again }) => ({
        key: `repeated-without-key:${count.kind}`,
        subject: subjectOf(count),
        expected: `the repeat of ${count.kind} for ${describeCount(count)} has the key of the first call: its answer was lost`,
        actual:
          lost.key === undefined
            ? `${count.seen} × ${count.kind}, the first without any key`
            : `${count.seen} × ${count.kind} under different keys`,
        evidence: [lost.at, ...again.map((call) => call.at), ...count.evidence],
      })),
      ...open,
    };
  },
};
