/** Which values each observer may be trusted with: in calm weather they were right at every read, and not always empty. */
import type { Json, JsonObject } from '../../simulator/json.ts';
import { isInstant, type ValueRule } from '../../simulator/lifecycles/value-rule.ts';
import type { Fact } from '../../simulator/model.ts';
import type { Plan } from '../../simulator/plan.ts';
import { say } from '../judging/say.ts';
import type { Clarity, Sight } from '../judging/sight.ts';
import { ANYTHING, isSameInstant, isSameValue, valuesAfter } from '../judging/values.ts';
import type { Observer } from '../observers/observer.ts';
import type { Reading } from './controls.ts';
import type { Play } from './play.ts';

/**
 * An observer that shows the time of another clock shows an instant near the fact's in calm weather: then it looks at the right
 * thing, and what it shows can be held against the receiver.
 */
const CALM_INSTANT_MS_OFF_MAX = 600_000;

type Named = readonly [name: string, rule: ValueRule];

/** True when the values that the observer shows at all are what they should be after the facts, none having overtaken another. */
export function showsCalmValues(
  plan: Plan,
  facts: readonly Fact[],
  values: JsonObject | null | undefined,
): boolean {
  return Object.entries(plan.lifecycle.values ?? {}).every(([name, rule]) => {
    const read = values?.[name];
    const isShown = values === null || values === undefined || read !== undefined;
    return !isShown || isRightInCalm(rule, read, valuesAfter(plan, rule, facts));
  });
}

/** The sights, with what each may be trusted with of values. */
export function withValueSight(
  sights: readonly Sight[],
  observers: readonly Observer[],
  play: Play,
  readings: readonly Reading[],
): readonly Sight[] {
  const named = Object.entries(play.plan.lifecycle.values ?? {});
  return sights.map((sight) => {
    const observer = observers.find((one) => one.name === sight.observer);
    if (observer?.readValues === undefined || named.length === 0) return sight;
    const entries = named.map((one) => [one[0], clarityOf(observer.name, play, readings, one)] as const);
    return { ...sight, values: Object.fromEntries(entries) };
  });
}

function clarityOf(observer: string, play: Play, readings: readonly Reading[], [name, rule]: Named): Clarity {
  const own = readings
    // A fact sent alone to a fresh object may rightly be refused.
    .filter(({ facts }) => facts.length === 0 || facts[0]?.version === 1)
    .map(({ facts, seen }) => ({ facts, values: seen.find((one) => one.observer === observer)?.values }));
  const failure = play.history.entries.find(
    (entry) => entry.kind === 'observer-failed' && entry.observer === observer,
  );
  const isNeverShown = own.every(({ values }) => values?.[name] === undefined);
  if (own.some(({ values }) => values === undefined) || (isNeverShown && failure !== undefined)) {
    const problem = failure?.kind === 'observer-failed' ? failure.message : 'no values were read';
    return spoiled('observer-failed', 'calm check: the {observer} observer failed: {problem}', MEND, {
      observer,
      problem,
    });
  }
  if (isNeverShown) {
    // A view that knows none of the objects looks at the wrong place; one that lacks the name was not meant to show it.
    const knowsNone = own.every(({ values }) => values === null);
    return { ...notShown(observer, name), missing: !knowsNone };
  }
  const judged = own.map(({ facts, values }) => {
    const right = valuesAfter(play.plan, rule, facts);
    return { facts, read: values?.[name], right, isRight: isRightInCalm(rule, values?.[name], right) };
  });
  const wrong = judged.find((one) => !one.isRight);
  if (wrong !== undefined) {
    return spoiled(
      'value-not-calm',
      'calm check: the {observer} observer read {name} = {read} after {facts}, where it should be {right}',
      'In calm weather this must work: mend the observer or the receiver, say in the lifecycle what "{name}" means, or leave it out.',
      {
        observer,
        name,
        read: shown(wrong.read),
        facts: wrong.facts.map((fact) => fact.fact).join(', ') || 'nothing',
        right: wrong.right.map(shown).join(' or '),
      },
    );
  }
  if (judged.some(({ right }) => right.some(isSomething))) return { clear: true };
  return spoiled(
    'value-always-empty',
    'calm check: nothing that was played gave "{name}" a value, so that nobody knows whether the {observer} observer would show one',
    'Let the facts that bear on "{name}" be part of a history that the lifecycle allows.',
    { observer, name },
  );
}

const MEND = 'Mend the route or the query, or its entry in the config, and run again.';

function notShown(observer: string, name: string): Exclude<Clarity, { readonly clear: true }> {
  return {
    clear: false,
    missing: false,
    because: say('value-not-shown', 'the {observer} observer shows no value "{name}"', { observer, name }),
    remedy: say('value-not-shown-remedy', 'Add "{name}" to what its route or query answers.', { name }),
  };
}

function spoiled(
  code: string,
  because: string,
  remedy: string,
  values: Readonly<Record<string, string>>,
): Exclude<Clarity, { readonly clear: true }> {
  return {
    clear: false,
    missing: false,
    because: say(code, because, values),
    remedy: say(`${code}-remedy`, remedy, values),
  };
}

function isRightInCalm(
  rule: ValueRule,
  read: Json | undefined,
  right: readonly (Json | typeof ANYTHING)[],
): boolean {
  return right.some((value) => {
    if (value === ANYTHING) return true;
    return isInstant(rule)
      ? isSameInstant(read, value, CALM_INSTANT_MS_OFF_MAX)
      : isSameValue(rule, read, value);
  });
}

/** True unless it is as if nothing had happened. */
function isSomething(value: Json | typeof ANYTHING): boolean {
  if (value === ANYTHING || value === null || value === 0 || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}

function shown(value: Json | typeof ANYTHING | undefined): string {
  if (value === ANYTHING) return 'anything';
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 120);
}
