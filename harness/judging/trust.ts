/** What forged and indigestible requests touched. */
import type { Fact } from '../../simulator/model.ts';
import { acknowledged, reached, type AttemptRecord, type PlayRecord } from '../../simulator/record.ts';

/** Ids of facts that forged requests which arrived spoke of. */
export function forgedFacts({ forged }: PlayRecord): ReadonlySet<string> {
  return new Set(forged.filter(reached).map((attempt) => attempt.fact.id));
}

/** The same play as if nobody had forged anything: what is owed and known by the provider's own word. */
export function withoutForgeries(record: PlayRecord): PlayRecord {
  return { ...record, forged: [] };
}

/** Where the first forged request about the fact began; never, if none arrived. */
export function forgedFrom({ forged }: PlayRecord, factId: string): number {
  return beginOf(forged.find((attempt) => attempt.fact.id === factId && reached(attempt)));
}

/** Where the first indigestible request began; never, if none arrived. */
export function poisonedFrom({ poison }: PlayRecord): number {
  return beginOf(poison.find(reached));
}

/**
 * Ids of the objects of which an odd request was never taken, or an indigestible one arrived: what else is sent of them may
 * rightly be refused.
 */
export function unsettledObjects({ attempts, unusual, poison }: PlayRecord): ReadonlySet<string> {
  const isOdd = ({ altered, beside }: AttemptRecord): boolean => (altered ?? beside) !== undefined;
  const odd = [...attempts.filter(isOdd), ...unusual];
  const taken = new Set(odd.filter(acknowledged).map((attempt) => attempt.deliveryId));
  const untaken = odd.filter((attempt) => !taken.has(attempt.deliveryId));
  return new Set([...untaken, ...poison].filter(reached).map((attempt) => attempt.fact.objectId));
}

/** Ids of the objects that an indigestible request spoke of: what a receiver made of it, nobody can say. */
export function poisonedObjects({ poison }: PlayRecord): ReadonlySet<string> {
  return new Set(poison.filter(reached).map((attempt) => attempt.fact.objectId));
}

/** True when a request about one of the facts was oddly written: whoever stores requests as they came has stored something else. */
export function areWrittenOddly({ attempts, unusual }: PlayRecord, facts: readonly Fact[]): boolean {
  const ids = new Set(facts.map((fact) => fact.id));
  return [...attempts, ...unusual].some(
    (attempt) => attempt.altered !== undefined && ids.has(attempt.fact.id) && reached(attempt),
  );
}

function beginOf(attempt: AttemptRecord | undefined): number {
  return attempt?.startedAt ?? Number.MAX_SAFE_INTEGER;
}
