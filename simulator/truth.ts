/** What is true of an object at an instant: the state of its newest fact. */
import { factRule } from './lifecycles/lifecycle.ts';
import type { Fact } from './model.ts';
import type { Plan } from './plan.ts';

/** As the provider API answers it. */
export interface Truth {
  readonly status: string;
  readonly version: number;
  readonly facts: readonly {
    readonly id: string;
    readonly fact: string;
    readonly status: string;
    readonly version: number;
    readonly occurredAtMs: number;
  }[];
}

/** The object's facts in the order in which they happened. */
export function factsOf(plan: Plan, objectId: string): readonly Fact[] {
  return plan.facts.filter((fact) => fact.objectId === objectId).sort(byAge);
}

/** Older first: by instant, then by version. */
export function byAge(left: Fact, right: Fact): number {
  return left.occurredAtMs - right.occurredAtMs || left.version - right.version;
}

/** True when neither fact is older: same instant, and no version in the payloads to tell. */
export function areTied(plan: Plan, left: Fact, right: Fact): boolean {
  return (
    left.id !== right.id &&
    left.occurredAtMs === right.occurredAtMs &&
    !showsVersion(plan, left) &&
    !showsVersion(plan, right)
  );
}

/** True when `left` is newer than `right` for anyone who can read the payloads. */
export function isNewer(plan: Plan, left: Fact, right: Fact): boolean {
  return byAge(left, right) > 0 && !areTied(plan, left, right);
}

function showsVersion(plan: Plan, fact: Fact): boolean {
  return plan.events.some((event) => event.factId === fact.id && 'version' in event.payload);
}

/** The truth at a virtual instant, or `null` before the object's first fact. */
export function truthAt(plan: Plan, objectId: string, virtualMs: number): Truth | null {
  const facts = factsOf(plan, objectId)
    .filter((fact) => fact.occurredAtMs <= virtualMs && fact.claimed !== true)
    .map((fact) => ({
      id: fact.id,
      fact: fact.fact,
      status: factRule(plan.lifecycle, fact.fact).state,
      version: fact.version,
      occurredAtMs: fact.occurredAtMs,
    }));
  const newest = facts.at(-1);
  return newest === undefined ? null : { status: newest.status, version: newest.version, facts };
}
