import { effectKinds } from '../../simulator/lifecycles/lifecycle.ts';
import { countEffects, describeCount, subjectOf } from '../judging/effects.ts';
import type { Invariant } from './invariant.ts';
import { clearViews, EFFECTS_VIEW } from './views.ts';

/** Judges the minimum owed: what was acknowledged must happen. */
export const noLoss: Invariant = {
  id: 'no-loss',
  title: 'Every fact that the receiver acknowledged takes effect.',
  mend: 'Answer 2xx only after the event is stored for good; let errors show as 5xx so that the provider tries again.',
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record, sights) => {
    const kinds = effectKinds(record.plan.lifecycle);
    if (kinds.length === 0) return { judged: [], violations: [] };
    const views = kinds.map((kind) => ({
      kind,
      ...clearViews(sights, (sight) => sight.effects[kind] ?? { clear: true }, EFFECTS_VIEW),
    }));
    const counts = views.flatMap(({ kind, observers }) =>
      observers.flatMap((observer) => countEffects(record, observer, kind)),
    );
    const blind = views.find((view) => view.blind !== undefined)?.blind;
    return {
      judged: counts
        .filter((count) => count.owed.min > 0)
        .flatMap((count) => count.facts.map((fact) => fact.id)),
      violations: counts
        .filter((count) => count.seen < count.owed.min)
        .map((count) => ({
          key: `lost:${count.kind}`,
          subject: subjectOf(count),
          expected: `at least ${count.owed.min} × ${count.kind} for ${describeCount(count)}: it was answered 2xx`,
          actual: `${count.seen} × ${count.kind} (seen by ${count.observer})`,
          evidence: count.evidence,
        })),
      ...(blind === undefined ? {} : { blind }),
    };
  },
};
