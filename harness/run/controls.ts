/** Turns the readings of the calm check into what each observer may be trusted with. */
import { effectKinds, factRule, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { SeenEffect } from '../../simulator/history.ts';
import type { Fact } from '../../simulator/model.ts';
import { say } from '../judging/say.ts';
import type { Clarity, Sight } from '../judging/sight.ts';
import { lifecycleState } from '../judging/states.ts';
import type { Observer } from '../observers/observer.ts';
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
  }[];
}

export function readSights(
  observers: readonly Observer[],
  play: Play,
  readings: readonly Reading[],
): readonly Sight[] {
  const { lifecycle } = play.plan;
  return observers.map((observer) => {
    const failure = play.history.entries.find(
      (entry) => entry.kind === 'observer-failed' && entry.observer === observer.name,
    );
    const problem = failure?.kind === 'observer-failed' ? failure.message : undefined;
    const kinds = effectKinds(lifecycle);
    return {
      observer: observer.name,
      state:
        observer.readState === undefined
          ? MISSING
          : stateClarity(lifecycle, observer.name, readings, problem),
      effects: Object.fromEntries(
        kinds.map((kind) => [
          kind,
          observer.readEffects === undefined
            ? MISSING
            : effectClarity(lifecycle, observer.name, kind, readings, 1, problem),
        ]),
      ),
      counts: Object.fromEntries(
        kinds.map((kind) => [
          kind,
          observer.readEffects === undefined
            ? MISSING
            : effectClarity(lifecycle, observer.name, kind, readings, 2, problem),
        ]),
      ),
    };
  });
}

const MISSING: Clarity = {
  clear: false,
  missing: true,
  because: say('no-view', 'this observer does not look at it'),
  remedy: say('no-view', 'Add it to the observer.'),
};

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

function broken(observer: string, problem: string): Clarity {
  return spoiled(
    'observer-failed',
    'calm check: the {observer} observer failed: {problem}',
    'Mend the route or the query, or its entry in the config, and run again.',
    { observer, problem },
  );
}

function stateClarity(
  lifecycle: Lifecycle,
  observer: string,
  readings: readonly Reading[],
  problem?: string,
): Clarity {
  for (const reading of readings) {
    const state = reading.seen.find((one) => one.observer === observer)?.state;
    if (state === undefined) return broken(observer, problem ?? 'no state was read');
    const newest = reading.facts.at(-1);
    if (newest === undefined) continue;
    const expected = factRule(lifecycle, newest.fact).state;
    if (state !== null && lifecycleState(lifecycle, state) === expected) continue;
    return spoiled(
      'state-not-seen',
      'calm check: after a clean "{expected}" event the {observer} observer read the state "{state}"',
      'If that is the receiver\'s name for it, map it: lifecycle.stateNames: { "{state}": "{expected}" }. Else mend the observer, or the receiver: in calm weather this must work.',
      { observer, expected, state: state ?? 'absent' },
    );
  }
  return { clear: true };
}

/** `count` 1: zero before and one after a fact that owes one effect. `count` 2: two for an object with two. */
function effectClarity(
  lifecycle: Lifecycle,
  observer: string,
  kind: string,
  readings: readonly Reading[],
  count: 1 | 2,
  problem?: string,
): Clarity {
  const owed = (facts: readonly Fact[]): number =>
    facts.filter((fact) => (factRule(lifecycle, fact.fact).effects ?? []).some((rule) => rule.kind === kind))
      .length;
  for (const reading of readings) {
    const expected = owed(reading.facts);
    if (count === 1 ? expected > 1 : expected !== 2) continue;
    const effects = reading.seen.find((one) => one.observer === observer)?.effects;
    if (effects === undefined) return broken(observer, problem ?? 'no effects were read');
    const seen = effects.filter((effect) => effect.kind === kind).length;
    if (seen === expected) continue;
    return spoiled(
      count === 1 ? 'effect-not-seen' : 'effects-not-counted',
      'calm check: the {observer} observer read {seen} × "{kind}" where {expected} was due ({facts})',
      count === 1
        ? 'Look whether the route or the query finds the effects of this object and names their kind "{kind}"; in calm weather this must work. Other kinds seen: {others}.'
        : 'The observer must count: no DISTINCT, no LIMIT 1. Or the receiver drops the second effect of an object: see no-loss.',
      {
        observer,
        kind,
        seen,
        expected,
        facts:
          reading.facts.length === 0
            ? 'before the first event'
            : reading.facts.map((fact) => fact.fact).join(', '),
        others:
          [...new Set(effects.map((effect) => effect.kind))].filter((other) => other !== kind).join(', ') ||
          'none',
      },
    );
  }
  return { clear: true };
}
