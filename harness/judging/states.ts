/** States as observers read them, explained by facts. */
import { factRule, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact } from '../../simulator/model.ts';
import { knownFrom, type PlayRecord } from '../../simulator/record.ts';
import { areTied, factsOf } from '../../simulator/truth.ts';

/** The lifecycle's name for a state as the receiver names it, or `undefined` when it is none of the lifecycle's. */
export function lifecycleState(lifecycle: Lifecycle, seen: string): string | undefined {
  const name = lifecycle.stateNames?.[seen] ?? seen;
  return Object.values(lifecycle.facts).some((rule) => rule.state === name) ? name : undefined;
}

/** A fact with its place in the object's order; tied facts share a place. Place 0 is "nothing has happened yet". */
export interface Placed {
  readonly fact: Fact;
  readonly place: number;
  readonly state: string;
  /** The first history position at which the receiver could know it. */
  readonly knownFrom: number;
}

export function placedFacts(record: PlayRecord, objectId: string): readonly Placed[] {
  let place = 0;
  let before: Fact | undefined;
  return factsOf(record.plan, objectId).map((fact) => {
    if (before === undefined || !areTied(record.plan, before, fact)) place += 1;
    before = fact;
    return {
      fact,
      place,
      state: factRule(record.plan.lifecycle, fact.fact).state,
      knownFrom: knownFrom(record, fact),
    };
  });
}
