/** Effects as every observer with a clear view counted them, and why others could not. */
import { effectKinds } from '../../simulator/lifecycles/lifecycle.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import { countEffects, type EffectCount } from '../judging/effects.ts';
import { say } from '../judging/say.ts';
import type { Clarity, Doubt, Sight } from '../judging/sight.ts';
import type { Finding } from './invariant.ts';
import { clearViews, EFFECTS_VIEW, failedFinalRead } from './views.ts';

export interface CountedEffects {
  readonly counts: readonly EffectCount[];
  /** What keeps the rest from being decided. */
  readonly open: Pick<Finding, 'blind' | 'undecided'>;
}

/** Why a count that does not fit decides nothing: its kind may be the receiver's own book-keeping. */
export function doubtOf(sights: readonly Sight[], count: EffectCount): Doubt | undefined {
  return sights.find((sight) => sight.observer === count.observer)?.doubts?.[count.kind];
}

/** Where the meaning of effects was to be learned and none was seen in calm weather. */
export function noKinds(sights: readonly Sight[]): Finding['blind'] {
  const [sight] = sights.filter((one) => one.reference !== undefined);
  if (sight === undefined) return undefined;
  return {
    missing: false,
    because: say(
      'nothing-learned',
      'calm check: after clean events the {observer} observer saw nothing that names their objects and always comes the same way',
      { observer: sight.observer },
    ),
    remedy: say(
      'nothing-learned-remedy',
      'Look whether it is the database, the variable or the route that the receiver uses; or say what to look at: observe.http, observe.sql, or observe.tables.judge.',
    ),
  };
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
  const blind = views.length === 0 ? noKinds(sights) : views.find((one) => one.blind !== undefined)?.blind;
  const observers = views.flatMap((one) => one.observers);
  const [unlearned] = sights.flatMap((sight) => sight.unlearned ?? []);
  const undecided = failedFinalRead(record, observers, 'effects') ?? unlearned;
  return {
    counts: views.flatMap((one) =>
      one.observers.flatMap((observer) => countEffects(record, observer, one.kind)),
    ),
    open: { ...(blind === undefined ? {} : { blind }), ...(undecided === undefined ? {} : { undecided }) },
  };
}

/** Counting to two needs both controls: it sees one, and it sees two as two. */
export function canCount(sight: Sight, kind: string): Clarity {
  const sees = sight.effects[kind] ?? { clear: true };
  return sees.clear ? (sight.counts[kind] ?? { clear: true }) : sees;
}
