/** Turns the readings of the calm check into what each observer may be trusted with. */
import { effectKinds, factRule, timesOwed, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { SeenEffect } from '../../simulator/history.ts';
import type { JsonObject } from '../../simulator/json.ts';
import type { Fact } from '../../simulator/model.ts';
import { say } from '../judging/say.ts';
import { rolesOf, shapeRows } from '../judging/rows.ts';
import { NOT_LOOKED_AT, type Clarity, type Reference, type Sight } from '../judging/sight.ts';
import { lifecycleState } from '../judging/states.ts';
import { learnLifecycle, unsteadyKinds } from '../judging/learn.ts';
import type { Learned, Observer } from '../observers/observer.ts';
import type { Play } from './play.ts';

/** What every observer saw of one object after the given facts had been taken (none: before the first). */
export interface Reading {
  readonly objectId: string;
  readonly facts: readonly Fact[];
  readonly seen: readonly {
    readonly observer: string;
    /** `undefined`: the read failed or the observer cannot see states. */
    readonly state: string | null | undefined;
    readonly effects: readonly SeenEffect[] | undefined;
    readonly values?: JsonObject | null | undefined;
  }[];
}

/** One observer's readings, in order. */
interface View {
  readonly lifecycle: Lifecycle;
  readonly observer: string;
  readonly problem: string | undefined;
  /** Labels of events by those of their facts. */
  readonly eventIds: Readonly<Record<string, string>>;
  readonly readings: readonly {
    readonly objectId: string;
    readonly facts: readonly Fact[];
    readonly state: string | null | undefined;
    readonly effects: readonly SeenEffect[] | undefined;
  }[];
}

/** What is known of the observers besides the readings. */
export interface Knowledge {
  /** Observers that showed an older state after a newer one, in calm weather. */
  readonly unsteady?: ReadonlySet<string>;
  /** By observer: what those of rows learned. */
  readonly learned?: ReadonlyMap<string, Learned>;
  /** True when the user said what facts mean: then nothing is learned about observers that speak of that. */
  readonly declared?: boolean;
  /** By observer: columns that repeats or time change and that mean nothing. */
  readonly loose?: ReadonlyMap<string, readonly string[]>;
}

export function readSights(
  observers: readonly Observer[],
  play: Play,
  readings: readonly Reading[],
  knowledge: Knowledge = {},
): readonly Sight[] {
  const { lifecycle } = play.plan;
  return observers.map((observer) => {
    const failure = play.history.entries.find(
      (entry) => entry.kind === 'observer-failed' && entry.observer === observer.name,
    );
    const view: View = {
      lifecycle,
      observer: observer.name,
      eventIds: Object.fromEntries(play.plan.events.map((event) => [event.factId, event.id])),
      problem: failure?.kind === 'observer-failed' ? failure.message : undefined,
      readings: readings.map((reading) => ({
        objectId: reading.objectId,
        facts: reading.facts,
        state: reading.seen.find((one) => one.observer === observer.name)?.state,
        effects: reading.seen.find((one) => one.observer === observer.name)?.effects,
      })),
    };
    const asDeclared = sightOf(observer, view, knowledge);
    const isForeign = observer.speaks === 'receiver';
    if (!isForeign && (knowledge.declared === true || !saysNothing(asDeclared))) return asDeclared;
    const learned = sightInItsWords(observer, view, knowledge);
    return isForeign || !saysNothing(learned) ? learned : asDeclared;
  });
}

/** True when nothing of what the observer shows means anything in the words of the lifecycle. */
function saysNothing(sight: Sight): boolean {
  return !sight.state.clear && !Object.values(sight.effects).some((clarity) => clarity.clear);
}

function sightInItsWords(observer: Observer, view: View, knowledge: Knowledge): Sight {
  const learned = knowledge.learned?.get(observer.name);
  const ignored = Object.keys(learned?.ignored ?? {});
  const lifecycle = learnLifecycle(view.lifecycle, view.readings, ignored);
  const ends = view.readings.map(({ objectId, facts, state, effects = [] }): Reference => {
    const events = facts.map(({ id, fact }) => ({ fact, eventId: view.eventIds[id] ?? id }));
    const relevant = effects.filter((effect) => !ignored.includes(effect.kind));
    return {
      walk: facts.map((fact) => fact.fact),
      state,
      effects: shapeRows(relevant, rolesOf(objectId, events)),
    };
  });
  return {
    ...sightOf(observer, { ...view, lifecycle }, knowledge, true),
    ...unlearned(view, [...ignored, ...Object.keys(learned?.doubts ?? {})]),
    reference: { ends, loose: knowledge.loose?.get(observer.name) ?? [] },
    doubts: learned?.doubts ?? {},
  };
}

/** By observer: the config key for what is no effect. */
const IGNORED_BY: Readonly<Record<string, string>> = { tables: 'observe.tables.ignore', sink: 'sink.ignore' };

function unlearned(view: View, settled: readonly string[]): Pick<Sight, 'unlearned'> {
  const kinds = unsteadyKinds(view.readings, settled);
  if (kinds.length === 0) return {};
  const key = IGNORED_BY[view.observer];
  const values = { observer: view.observer, kinds: kinds.join(', '), key: key ?? '' };
  const bookKeeping = key === undefined ? '' : '; or, if {kinds} is book-keeping, say so in {key}';
  return {
    unlearned: {
      because: say(
        'effect-unsteady',
        'calm check: {kinds} (seen by {observer}) came with a fact once and another time not, or went again',
        values,
      ),
      remedy: say(
        'effect-unsteady-remedy',
        `In calm weather a fact must do the same every time: mend the receiver; or, if it works after its answers, add \`drain\`${bookKeeping}.`,
        values,
      ),
    },
  };
}

function sightOf(observer: Observer, view: View, { unsteady }: Knowledge, isLearned = false): Sight {
  const { lifecycle } = view;
  const kinds = effectKinds(lifecycle);
  const seesStates = observer.readState !== undefined;
  const seesEffects = observer.readEffects !== undefined;
  const statesOf = seesStates ? factsWithState(view) : [];
  const effectsOf = Object.fromEntries(
    kinds.map((kind) => [kind, seesEffects ? factsWithEffect(view, kind) : []]),
  );
  const byKind = (clarity: (kind: string) => Clarity): Readonly<Record<string, Clarity>> =>
    Object.fromEntries(kinds.map((kind) => [kind, seesEffects ? clarity(kind) : NOT_LOOKED_AT]));
  return {
    observer: observer.name,
    ...(isLearned ? { lifecycle } : {}),
    readsBy: observer.readsEffectsBy,
    state: seesStates ? stateClarity(view, statesOf, isLearned) : NOT_LOOKED_AT,
    steady: unsteady?.has(observer.name) === true ? unsteadyView(observer.name) : { clear: true },
    before: view.readings.flatMap(({ facts, state }) =>
      facts.length > 0 || state === undefined ? [] : [state],
    ),
    effects: byKind((kind) => effectClarity(view, kind, effectsOf[kind] ?? [])),
    counts: byKind((kind) => countClarity(view, kind)),
    statesOf,
    effectsOf,
    unseen: playedFacts(view).filter(
      (fact) =>
        (seesStates && !statesOf.includes(fact)) ||
        (seesEffects &&
          kinds.some((kind) => owes(lifecycle, fact, kind) && !effectsOf[kind]?.includes(fact))),
    ),
  };
}

function spoiled(
  code: string,
  because: string,
  remedy: string,
  values: Readonly<Record<string, string | number>>,
): Clarity {
  return {
    clear: false,
    missing: false,
    because: say(code, because, values),
    remedy: say(`${code}-remedy`, remedy, values),
  };
}

function broken(view: View, fallback: string): Clarity {
  return spoiled(
    'observer-failed',
    'calm check: the {observer} observer failed: {problem}',
    'Mend the route or the query, or its entry in the config, and run again.',
    { observer: view.observer, problem: view.problem ?? fallback },
  );
}

function unsteadyView(observer: string): Clarity {
  return spoiled(
    'states-unsteady',
    'calm check: the {observer} observer showed a new state and then, read again, the one before',
    'It reads from several places, replicas or caches: let it read from one, the primary.',
    { observer },
  );
}

function playedFacts(view: View): readonly string[] {
  return [...new Set(view.readings.flatMap((reading) => reading.facts.at(-1)?.fact ?? []))];
}

function owes(lifecycle: Lifecycle, fact: string, kind: string): boolean {
  return (factRule(lifecycle, fact).effects ?? []).some((rule) => rule.kind === kind);
}

/** The reading of the same object before this one. */
function before(view: View, index: number): View['readings'][number] | undefined {
  const objectId = view.readings[index]?.objectId;
  return view.readings.slice(0, index).findLast((reading) => reading.objectId === objectId);
}

/** Facts after which the object was in their state, and before which it was not. */
function factsWithState(view: View): readonly string[] {
  const found = view.readings.flatMap((reading, index) => {
    const newest = reading.facts.at(-1);
    if (newest === undefined || typeof reading.state !== 'string') return [];
    const arrived =
      lifecycleState(view.lifecycle, reading.state) === factRule(view.lifecycle, newest.fact).state;
    return arrived && before(view, index)?.state !== reading.state ? [newest.fact] : [];
  });
  return [...new Set(found)];
}

/** Facts after which there was one more effect of the kind than before. */
function factsWithEffect(view: View, kind: string): readonly string[] {
  const found = view.readings.flatMap((reading, index) => {
    const newest = reading.facts.at(-1);
    if (newest === undefined || !owes(view.lifecycle, newest.fact, kind)) return [];
    return countOf(reading.effects, kind) > countOf(before(view, index)?.effects, kind) ? [newest.fact] : [];
  });
  return [...new Set(found)];
}

function countOf(effects: readonly SeenEffect[] | undefined, kind: string): number {
  return (effects ?? []).filter((effect) => effect.kind === kind).length;
}

function stateClarity(view: View, statesOf: readonly string[], isLearned: boolean): Clarity {
  if (view.readings.some((reading) => reading.state === undefined)) return broken(view, 'no state was read');
  if (statesOf.length > 0) return { clear: true };
  if (isLearned) return stateNotLearned(view.observer);
  const reading = view.readings.findLast((one) => one.facts.length > 0);
  const newest = reading?.facts.at(-1);
  return spoiled(
    'state-not-seen',
    'calm check: after a clean "{fact}" event the {observer} observer read the state "{state}", as before it or unknown',
    'If that is the receiver\'s name for it, map it in the config: stateNames: { "{state}": "{expected}" }. Else mend the observer, or the receiver: in calm weather this must work.',
    {
      observer: view.observer,
      fact: newest?.fact ?? '?',
      expected: newest === undefined ? '?' : factRule(view.lifecycle, newest.fact).state,
      state: reading?.state ?? 'absent',
    },
  );
}

function stateNotLearned(observer: string): Clarity {
  return spoiled(
    'state-not-learned',
    'calm check: nothing that the {observer} observer sees changed with the facts as a state would',
    'Say where the state is: observe.tables.state: "table.column", or --state / observe.http.state.',
    { observer },
  );
}

/** Zero before and one after. */
function effectClarity(view: View, kind: string, effectsOf: readonly string[]): Clarity {
  if (view.readings.some((reading) => reading.effects === undefined))
    return broken(view, 'no effects were read');
  const early = view.readings.find(
    (reading) => reading.facts.length === 0 && countOf(reading.effects, kind) > 0,
  );
  if (early === undefined && effectsOf.length > 0) return { clear: true };
  const others = [
    ...new Set(view.readings.flatMap((reading) => (reading.effects ?? []).map((effect) => effect.kind))),
  ];
  return spoiled(
    'effect-not-seen',
    early === undefined
      ? 'calm check: the {observer} observer read no "{kind}" effect after clean events that owe one'
      : 'calm check: the {observer} observer read {count} × "{kind}" for an object that nothing had happened to yet',
    'Look whether the route or the query finds the effects of this object and names their kind "{kind}"; in calm weather this must work. Kinds seen: {others}.',
    {
      observer: view.observer,
      kind,
      count: countOf(early?.effects, kind),
      others: others.join(', ') || 'none',
    },
  );
}

/** Two for an object with two effects. */
function countClarity(view: View, kind: string): Clarity {
  if (view.readings.some((reading) => reading.effects === undefined))
    return broken(view, 'no effects were read');
  const owing = (facts: readonly Fact[]): number =>
    facts.filter((fact) => owes(view.lifecycle, fact.fact, kind)).length;
  const due = (facts: readonly Fact[]): number =>
    facts.reduce((sum, fact) => sum + timesOwed(view.lifecycle, fact.fact, kind), 0);
  const pairs = view.readings.filter((reading) => owing(reading.facts) === 2);
  const wrong = pairs.find((reading) => countOf(reading.effects, kind) !== due(reading.facts));
  if (wrong === undefined) return { clear: true };
  return spoiled(
    'effects-not-counted',
    'calm check: the {observer} observer read {seen} × "{kind}" where {due} were due ({facts})',
    'The observer must count: no DISTINCT, no LIMIT 1. Or the receiver drops the second effect of an object: see no-loss.',
    {
      observer: view.observer,
      kind,
      seen: countOf(wrong.effects, kind),
      due: due(wrong.facts),
      facts: wrong.facts.map((fact) => fact.fact).join(', '),
    },
  );
}
