import type { Notice } from '../../reports/run-report.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import { say } from '../judging/say.ts';
import type { Sight } from '../judging/sight.ts';

/** What to tell the user before anything else: views that are spoiled, and facts that never made a difference. */
export function sightNotices(sights: readonly Sight[], lifecycle: Lifecycle): readonly Notice[] {
  return sights.flatMap((sight): readonly Notice[] => {
    // Where not even one is seen, that two are not counted goes without saying.
    const counts = Object.entries(sight.counts).filter(([kind]) => sight.effects[kind]?.clear === true);
    const spoiledViews = [
      sight.state,
      sight.steady,
      ...Object.values(sight.effects),
      ...Object.values(sight.values ?? {}),
      ...counts.map(([, count]) => count),
    ];
    const errors = spoiledViews.flatMap((clarity): readonly Notice[] =>
      clarity.clear || clarity.missing
        ? []
        : [{ level: 'error', sentence: clarity.because, remedy: clarity.remedy }],
    );
    // What an observer shows in its own words need not know every fact.
    const unseen = sight.reference === undefined ? sight.unseen : [];
    if (errors.length > 0 || unseen.length === 0) return errors;
    const values = { observer: sight.observer, facts: unseen.join(', '), lifecycle: lifecycle.id };
    return [
      {
        level: 'warning',
        sentence: say(
          'fact-unseen',
          'calm check: a clean {facts} made no difference that the {observer} observer could see',
          values,
        ),
        remedy: say(
          'fact-unseen-remedy',
          'What is missing after it is `unknown`, not a failure. If the receiver should know it, mend that; if not, leave it out of the lifecycle.',
          values,
        ),
      },
    ];
  });
}
