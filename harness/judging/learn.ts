/**
 * The reference run (DESIGN 4.5): where nobody declared what the receiver does, the calm check shows it. What it does after a
 * clean fact is what the fact means, in the receiver's own words; only what was the same every time is relied on.
 */
import type { SeenEffect } from '../../simulator/history.ts';
import type { EffectRule, FactRule, Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact } from '../../simulator/model.ts';

/** What one observer saw of one object after the given facts had been taken, one after another. */
export interface CalmSight {
  readonly objectId: string;
  readonly facts: readonly Fact[];
  /** `undefined`: not read. */
  readonly state: string | null | undefined;
  readonly effects: readonly SeenEffect[] | undefined;
}

/** One more fact, and what came with it. */
interface Move {
  readonly fact: string;
  readonly before: CalmSight;
  readonly after: CalmSight;
}

/** The lifecycle with states and effects as the observer saw them; facts, order and payloads stay as declared. */
export function learnLifecycle(
  declared: Lifecycle,
  seen: readonly CalmSight[],
  ignored: readonly string[] = [],
): Lifecycle {
  const moves = movesOf(seen);
  const kinds = kindsOf(seen).filter(
    (kind) => !ignored.includes(kind) && isSteady(moves, kind) && isComplete(seen, kind),
  );
  const states = statesByFact(moves);
  const facts = Object.entries(declared.facts).map(([fact, rule]): [string, FactRule] => {
    const effects = kinds.flatMap((kind): readonly EffectRule[] => {
      const times = addedBy(moves, fact, kind)[0] ?? 0;
      return times === 0 ? [] : [{ kind, ...(times === 1 ? {} : { times }) }];
    });
    return [fact, { ...rule, state: states.get(fact) ?? unseenState(fact), effects }];
  });
  const { stateNames: _, ...rest } = declared;
  return { ...rest, id: `${declared.id} (learned)`, facts: Object.fromEntries(facts), learned: true };
}

/** Kinds that came with a fact once and another time not, or that went again: nothing can be said of them. */
export function unsteadyKinds(
  seen: readonly CalmSight[],
  ignored: readonly string[] = [],
): readonly string[] {
  const moves = movesOf(seen);
  return kindsOf(seen).filter(
    (kind) => !ignored.includes(kind) && !(isSteady(moves, kind) && isComplete(seen, kind)),
  );
}

/** A state that no receiver is in: that of a fact after which none was seen, or not always the same. */
function unseenState(fact: string): string {
  return `(after ${fact}: never seen)`;
}

function movesOf(seen: readonly CalmSight[]): readonly Move[] {
  return seen.flatMap((after, index) => {
    const before = seen.slice(0, index).findLast((one) => one.objectId === after.objectId);
    const newest = after.facts.at(-1);
    if (newest === undefined || before === undefined) return [];
    return before.facts.length === after.facts.length - 1 ? [{ fact: newest.fact, before, after }] : [];
  });
}

function kindsOf(seen: readonly CalmSight[]): readonly string[] {
  return [...new Set(seen.flatMap(({ effects = [] }) => effects.map((effect) => effect.kind)))];
}

function addedBy(moves: readonly Move[], fact: string, kind: string): readonly number[] {
  return moves
    .filter((move) => move.fact === fact)
    .map((move) => countIn(move.after, kind) - countIn(move.before, kind));
}

function countIn({ effects = [] }: CalmSight, kind: string): number {
  return effects.filter((effect) => effect.kind === kind).length;
}

/** False when an object was looked at twice after the same facts, and its count had changed: what came later came with none of them. */
function isComplete(seen: readonly CalmSight[], kind: string): boolean {
  return seen.every((after, index) => {
    const before = seen.slice(0, index).findLast((one) => one.objectId === after.objectId);
    if (before === undefined || before.facts.length !== after.facts.length) return true;
    return countIn(before, kind) === countIn(after, kind);
  });
}

/** True when each fact adds the same number of the kind whenever it happens, and none takes any away. */
function isSteady(moves: readonly Move[], kind: string): boolean {
  const facts = [...new Set(moves.map((move) => move.fact))];
  return facts.every((fact) => {
    const added = addedBy(moves, fact, kind);
    return added.every((number) => number === added[0] && number >= 0);
  });
}

/** By fact: the state after it. None at all when the state never changes: it says nothing then. */
function statesByFact(moves: readonly Move[]): ReadonlyMap<string, string> {
  const states = new Map<string, string | undefined>();
  for (const { fact, after } of moves) {
    const state = typeof after.state === 'string' ? after.state : undefined;
    states.set(fact, states.has(fact) && states.get(fact) !== state ? undefined : state);
  }
  const known = [...states].filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Set(known.map(([, state]) => state)).size > 1 ? new Map(known) : new Map();
}
