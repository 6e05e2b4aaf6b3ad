/** Hazards are mostly about two requests; this finds the facts that such a pair touched. */
import { reached, type AttemptRecord, type PlayRecord } from '../record.ts';

/** Facts of the second attempt of every ordered pair of attempts on one object, both reaching the receiver, that fits. */
export function factsWithPair(
  record: PlayRecord,
  fits: (first: AttemptRecord, second: AttemptRecord) => boolean,
): readonly string[] {
  const byObject = new Map<string, AttemptRecord[]>();
  for (const attempt of record.attempts.filter(reached)) {
    const known = byObject.get(attempt.fact.objectId) ?? [];
    known.push(attempt);
    byObject.set(attempt.fact.objectId, known);
  }
  const touched = new Set<string>();
  for (const attempts of byObject.values()) {
    for (const first of attempts) {
      for (const second of attempts) {
        if (first.id !== second.id && fits(first, second)) touched.add(second.fact.id);
      }
    }
  }
  return [...touched];
}
