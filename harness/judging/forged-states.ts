/** States that only forged requests can have brought. */
import { knownFrom, toldFrom, type PlayRecord, type StateRead } from '../../simulator/record.ts';
import { factsOf } from '../../simulator/truth.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact } from '../../simulator/model.ts';
import type { Sight } from './sight.ts';
import { lifecycleState } from './states.ts';
import { forgedFacts } from './trust.ts';

export interface ForgedState {
  readonly read: StateRead;
  /** The facts that forged requests had claimed by then, and that have this state. */
  readonly facts: readonly Fact[];
}

/** The first read of the object that shows a state of which the provider itself had not told anything. */
export function forgedState(record: PlayRecord, sight: Sight, objectId: string): ForgedState | undefined {
  const claims = decidable(record, sight, objectId);
  if (claims.length === 0) return undefined;
  for (const read of record.stateReads) {
    if (read.observer !== sight.observer || read.objectId !== objectId || read.state === null) continue;
    const state = lifecycleState(record.plan.lifecycle, read.state);
    const facts = claims.filter(
      (fact) => stateOf(record, fact) === state && knownFrom(record, fact) < read.to,
    );
    if (facts.length > 0 && !isExplained(record, sight, read, state)) return { read, facts };
  }
  return undefined;
}

/** Facts of the object that a forged request claimed, and whose state says so: no object had it before anything happened to it. */
export function decidable(record: PlayRecord, sight: Sight, objectId: string): readonly Fact[] {
  const touched = forgedFacts(record);
  const { before = [] } = sight;
  const early = before.map((state) =>
    state === null ? undefined : lifecycleState(record.plan.lifecycle, state),
  );
  return factsOf(record.plan, objectId).filter(
    (fact) =>
      touched.has(fact.id) &&
      sight.statesOf.includes(fact.fact) &&
      !early.includes(stateOf(record, fact)) &&
      knownFrom(record, fact) < toldFrom(record, fact),
  );
}

/** By something that the provider itself had told by then, or that may be shown in any way: its state was never seen in calm weather. */
function isExplained(record: PlayRecord, sight: Sight, read: StateRead, state: string | undefined): boolean {
  const told = factsOf(record.plan, read.objectId).filter((fact) => toldFrom(record, fact) < read.to);
  return told.some((fact) => stateOf(record, fact) === state || !sight.statesOf.includes(fact.fact));
}

function stateOf(record: PlayRecord, fact: Fact): string {
  return factRule(record.plan.lifecycle, fact.fact).state;
}
