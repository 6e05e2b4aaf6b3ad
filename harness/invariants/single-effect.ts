import { describeCount, subjectOf } from '../judging/effects.ts';
import { repeatsExcused } from '../judging/outgoing.ts';
import { forgedFacts } from '../judging/trust.ts';
import { canCount, countedEffects, doubtOf } from './counted-effects.ts';
import type { Invariant } from './invariant.ts';

/** Judges the maximum owed: no fact takes effect twice. What forged requests spoke of is judged elsewhere. */
export const singleEffect: Invariant = {
  id: 'single-effect',
  title: 'Every fact takes effect at most once, however often and however close together its event arrives.',
  mend: "Insert the event's id under a unique constraint in the transaction of the effect; let the database refuse the second one.",
  requirement: () => 'must',
  witnesses: 'touched',
  safety: true,
  judge: (record, sights) => {
    const counted = countedEffects(record, sights, canCount);
    const { open } = counted;
    const touched = forgedFacts(record);
    const counts = counted.counts.filter((count) => !count.facts.some((fact) => touched.has(fact.id)));
    const doubled = counts.filter((count) => count.seen > count.owed.max + repeatsExcused(record, count));
    const sure = doubled.filter((count) => doubtOf(sights, count) === undefined);
    const [doubt] = doubled.flatMap((count) => doubtOf(sights, count) ?? []);
    return {
      judged: counts
        .filter((count) => count.owed.max > 0 && (!doubled.includes(count) || sure.includes(count)))
        .flatMap((count) => count.facts.map((fact) => fact.id)),
      violations: sure.map((count) => ({
        key: `doubled:${count.kind}`,
        subject: subjectOf(count),
        expected: `at most ${count.owed.max} × ${count.kind} for ${describeCount(count)}`,
        actual: `${count.seen} × ${count.kind} (seen by ${count.observer})`,
        evidence: count.evidence,
      })),
      ...(doubt === undefined ? {} : { undecided: doubt }),
      ...open,
    };
  },
};
