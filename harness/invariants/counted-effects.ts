/** Effects as every observer with a clear view counted them, and why others could not. */
import { effectKinds } from '../../simulator/lifecycles/lifecycle.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import { countEffects, type EffectCount } from '../judging/effects.ts';
import type { Clarity, Sight } from '../judging/sight.ts';
import type { Finding } from './invariant.ts';
import { clearViews, EFFECTS_VIEW, failedFinalRead } from './views.ts';

export interface CountedEffects {
  readonly counts: readonly EffectCount[];
  /** What keeps the rest from being decided. */
  readonly open: Pick<Finding, 'blind' | 'undecided'>;
}

/** `view`: what an observer must see clearly of a kind of effect to be relied on. */
export function countedEffects(
  record: PlayRecord,
  sights: readonly Sight[],
  view: (sight: Sight, kind: string) => Clarity,
): CountedEffects {
  const views = effectKinds(record.plan.lifecycle).map((kind) => ({
    kind,
    ...clearViews(sights, (sight) => view(sight, kind), EFFECTS_VIEW),
  }));
  const blind = views.find((one) => one.blind !== undefined)?.blind;
  const observers = views.flatMap((one) => one.observers);
  const undecided = failedFinalRead(record, observers, 'effects');
  return {
    counts: views.flatMap((one) =>
      one.observers.flatMap((observer) => countEffects(record, observer, one.kind)),
    ),
    open: { ...(blind === undefined ? {} : { blind }), ...(undecided === undefined ? {} : { undecided }) },
  };
}
