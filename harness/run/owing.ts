/** What the receiver owes by now, and whether it can be seen. */
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact } from '../../simulator/model.ts';
import type { Plan } from '../../simulator/plan.ts';
import { acknowledged, attemptsOf, knownFrom, type PlayRecord } from '../../simulator/record.ts';
import { factsOf, isNewer } from '../../simulator/truth.ts';
import { inWordsOf } from '../judging/in-words.ts';
import { owedOf } from '../judging/owed.ts';
import type { Sight } from '../judging/sight.ts';
import { lifecycleState, placedFacts } from '../judging/states.ts';
import type { Watch } from './watch.ts';

/** As much of a play as is looked at here. */
export interface Watched {
  readonly plan: Plan;
  readonly objectIds: readonly string[];
  readonly watch: Watch;
  record(): PlayRecord;
}

/** Objects of which some observer has not yet seen what is owed at least; nobody waits for what it cannot see anyway. */
export function wanting(
  play: Watched,
  sights: readonly Sight[],
  objectIds: readonly string[] = play.objectIds,
): readonly string[] {
  return objectIds.filter((objectId) =>
    sights.some((sight) => {
      const record = inWordsOf(play.record(), sight);
      const placed = placedFacts(record, objectId);
      const taken = placed.filter(({ fact }) => attemptsOf(record, fact).some(acknowledged));
      const current = placed.filter(
        ({ fact }) => !taken.some((newer) => isNewer(play.plan, newer.fact, fact)),
      );
      const effects = play.watch.effects(sight.observer, objectId) ?? [];
      const facts = placed.map(({ fact }) => fact);
      const lacking = Object.entries(leastSeen(record, facts, sight)).some(
        ([kind, least]) => effects.filter((effect) => effect.kind === kind).length < least,
      );
      if (lacking) return true;
      const shown = current.filter(({ fact }) => sight.statesOf.includes(fact.fact));
      if (!sight.state.clear || taken.length === 0 || shown.length === 0) return false;
      const state = play.watch.state(sight.observer, objectId);
      if (typeof state !== 'string') return true;
      const name = lifecycleState(record.plan.lifecycle, state);
      return name !== undefined && !current.some((one) => one.state === name);
    }),
  );
}

/** Those of the objects that a newer fact than all so far is still to come for. */
export function awaitNewer(record: PlayRecord, objectIds: readonly string[]): readonly string[] {
  return objectIds.filter((objectId) => {
    const facts = factsOf(record.plan, objectId);
    const known = facts.filter((fact) => knownFrom(record, fact) < Number.MAX_SAFE_INTEGER);
    return facts.some(
      (fact) => !known.includes(fact) && known.every((older) => isNewer(record.plan, fact, older)),
    );
  });
}

/** The same sights, as if they showed states only. */
export function withoutEffects(sights: readonly Sight[]): readonly Sight[] {
  return sights.map((sight) => ({ ...sight, effects: {} }));
}

/** By kind: how many effects of the facts must be there, as far as the observer can see them. */
function leastSeen(
  record: PlayRecord,
  facts: readonly Fact[],
  sight: Sight,
): Readonly<Record<string, number>> {
  const least: Record<string, number> = {};
  for (const fact of facts) {
    for (const rule of factRule(record.plan.lifecycle, fact.fact).effects ?? []) {
      const isSeen =
        sight.effects[rule.kind]?.clear === true && sight.effectsOf[rule.kind]?.includes(fact.fact);
      if (isSeen === true) least[rule.kind] = (least[rule.kind] ?? 0) + owedOf(record, fact, rule).min;
    }
  }
  const counted = Object.entries(least).map(([kind, number]): [string, number] => [
    kind,
    sight.counts[kind]?.clear === true ? number : Math.min(number, 1),
  ]);
  return Object.fromEntries(counted);
}
