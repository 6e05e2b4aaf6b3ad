/** What facts mean. A lifecycle is plain data: users write their own in a config file. */
import type { JsonObject } from '../json.ts';
import type { Draw, ValueRule } from './value-rule.ts';

/**
 * One effect that a fact owes. `when` says what becomes of it if the fact was overtaken by a newer one of its object:
 * unset = it may be done or left out (0 to 1), `always` = still exactly once (money that moved), `ifCurrent` = not at all
 * (or 0 to 1 where both were in flight together).
 */
export interface EffectRule {
  readonly kind: string;
  /** How many of the kind make up the one effect: the two sides of a booking. One when unset. */
  readonly times?: number;
  readonly when?: 'always' | 'ifCurrent';
}

/** One kind of fact: the provider's event type, the state that it leaves the object in, and what it owes. */
export interface FactRule {
  readonly type: string;
  readonly state: string;
  readonly effects?: readonly EffectRule[];
  /** Fields laid over the lifecycle's payload template. */
  readonly payload?: JsonObject;
  /** How often it may happen to one object. Once when unset. */
  readonly timesMax?: number;
  /**
   * Types of more events that announce the same fact, each under an id of its own: `charge.succeeded` beside
   * `payment_intent.succeeded`, or the same type again from a provider that repeats facts under fresh ids.
   */
  readonly alsoAs?: readonly string[];
}

export interface Lifecycle {
  readonly id: string;
  readonly title: string;
  /** Facts by name. */
  readonly facts: Readonly<Record<string, FactRule>>;
  /** The facts that an object's history may begin with. */
  readonly start: readonly string[];
  /** Legal transitions as a graph: after this fact, these may follow. A fact that is not a key ends the history. */
  readonly next: Readonly<Record<string, readonly string[]>>;
  /**
   * The event's `data`. Whole-string placeholders keep their type: `{objectId}`, `{status}`, `{version}` (a number that grows
   * by one with each fact of the object), `{amount}` (cents, one per object; also as `{amount.text}`, and as `{amount.decimal}`, the text `12.34`),
   * `{fixed.<name>}`, `{occurredAt}` (ISO) and `{createdAt}` (of the object's first fact), each also as `.seconds`, `.milliseconds`
   * (numbers), `.secondsText` and `.millisecondsText`; `{objectNumber}` (an id of digits, as a number), `{ownerId}`, and the names
   * of `draws`.
   */
  readonly payload: JsonObject;
  /** The form of the ids of its objects, see `fillIdShape`: `pi_{base62:24}`. */
  readonly objectIdShape?: string;
  /** The receiver's own names for states, when they differ: `{ "PAID": "paid" }`. */
  readonly stateNames?: Readonly<Record<string, string>>;
  /** Set when effects are what a receiver was seen to do: a row may come with whichever fact of the object is the first. */
  readonly learned?: true;
  /** True where every object belongs to an owner, whose id is `{ownerId}` in payloads. */
  readonly owned?: true;
  /** What facts bring along, by name: placeholders of payloads, and fields of values. */
  readonly draws?: Readonly<Record<string, Draw>>;
  /** What is true of an object beside its state, by the name under which the receiver shows it. */
  readonly values?: Readonly<Record<string, ValueRule>>;
}

/** Every kind of effect that some fact of the lifecycle owes, in order of appearance. */
export function effectKinds(lifecycle: Lifecycle): readonly string[] {
  const kinds = Object.values(lifecycle.facts).flatMap((rule) =>
    (rule.effects ?? []).map((effect) => effect.kind),
  );
  return [...new Set(kinds)];
}

/** The rule of a fact that a plan names; a plan whose lifecycle lacks it is malformed. */
export function factRule(lifecycle: Lifecycle, fact: string): FactRule {
  const rule = lifecycle.facts[fact];
  if (rule === undefined) throw new RangeError(`Lifecycle ${lifecycle.id} has no fact "${fact}".`);
  return rule;
}

/** Every legal history from a first fact to an end, shortest first; bounded, a fact comes at most as often as its rule allows. */
export function walks(lifecycle: Lifecycle, lengthMax = 6): readonly (readonly string[])[] {
  const found: string[][] = [];
  const extend = (walk: string[]): void => {
    found.push(walk);
    const last = walk.at(-1);
    if (last === undefined || walk.length >= lengthMax) return;
    for (const fact of lifecycle.next[last] ?? []) {
      const before = walk.filter((one) => one === fact).length;
      if (before < (lifecycle.facts[fact]?.timesMax ?? 1)) extend([...walk, fact]);
    }
  };
  for (const fact of lifecycle.start) extend([fact]);
  return found.sort((left, right) => left.length - right.length);
}

/** How many of the kind a fact owes: 0 where its rule names none. */
export function timesOwed(lifecycle: Lifecycle, fact: string, kind: string): number {
  const rules = (factRule(lifecycle, fact).effects ?? []).filter((rule) => rule.kind === kind);
  return rules.reduce((sum, rule) => sum + (rule.times ?? 1), 0);
}

/** How many effects the walk owes, all kinds together. */
export function effectsOwed(lifecycle: Lifecycle, walk: readonly string[]): number {
  return walk.reduce((sum, fact) => sum + (factRule(lifecycle, fact).effects?.length ?? 0), 0);
}
