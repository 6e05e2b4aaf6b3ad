/** What an object may have lived through as far as the receiver is concerned: every set of facts that a right one may have counted. */
import type { Fact } from '../../simulator/model.ts';
import { acknowledged, attemptsOf, knownFrom, type PlayRecord } from '../../simulator/record.ts';
import { factsOf } from '../../simulator/truth.ts';
import { followedSoonBy, overtook } from './owed.ts';

/** Facts of which each may have counted or not; with more of them nothing is decided. */
const OPEN_FACTS_MAX = 10;

export interface PastRules {
  /** Facts count although a newer one overtook them. */
  readonly always: boolean;
  /** A newer fact that came in the same real second counts as one that overtook: see `supersededSoon`. */
  readonly compressed?: boolean;
}

/**
 * A fact that was never known is in none. One that was acknowledged is in all, unless it was overtaken (or tied): then it may
 * be left out where the fact that overtook it is in. One that was known and never acknowledged may be in. `undefined`: too many
 * to enumerate.
 */
export function possiblePasts(
  record: PlayRecord,
  objectId: string,
  rules: PastRules,
): readonly (readonly Fact[])[] | undefined {
  const known = factsOf(record.plan, objectId).filter(
    (fact) => knownFrom(record, fact) < Number.MAX_SAFE_INTEGER,
  );
  const excuses = new Map(known.map((fact) => [fact.id, excusesOf(record, known, fact, rules)]));
  const open = known.filter((fact) => excuses.get(fact.id)?.length !== 0);
  if (open.length > OPEN_FACTS_MAX) return undefined;
  const pasts: (readonly Fact[])[] = [];
  for (let choice = 0; choice < 2 ** open.length; choice += 1) {
    const past = known.filter((fact) => {
      const position = open.indexOf(fact);
      return position < 0 || (choice & (2 ** position)) !== 0;
    });
    const isFair = known.every((fact) => {
      if (past.includes(fact)) return true;
      const excuse = excuses.get(fact.id);
      return excuse === 'never answered' || excuse?.some((other) => past.includes(other)) === true;
    });
    if (isFair) pasts.push(past);
  }
  return pasts;
}

/** The facts for whose sake a receiver may leave this one out. */
function excusesOf(
  record: PlayRecord,
  known: readonly Fact[],
  fact: Fact,
  rules: PastRules,
): readonly Fact[] | 'never answered' {
  if (!attemptsOf(record, fact).some(acknowledged)) return 'never answered';
  if (rules.always) return [];
  const soon = rules.compressed === true ? followedSoonBy(record, fact) : [];
  return known.filter((other) => overtook(record, other, fact) || soon.includes(other));
}
