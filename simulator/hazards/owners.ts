/** Facts of different objects of one owner. */
import type { Fact } from '../model.ts';
import { attemptsOf, firstAcknowledged, reached, type PlayRecord } from '../record.ts';

/** Both facts of each pair of which the first reached the receiver, for the first time, after the second had been acknowledged. */
export function factsAcrossObjects(
  record: PlayRecord,
  matches: (late: Fact, before: Fact) => boolean,
): readonly string[] {
  const owners = new Map(record.plan.objects.map((object) => [object.id, object.owner]));
  const touched = new Set<string>();
  for (const late of record.plan.facts) {
    const owner = owners.get(late.objectId);
    const came = attemptsOf(record, late).find(reached)?.startedAt;
    if (owner === undefined || came === undefined) continue;
    for (const before of record.plan.facts) {
      if (before.objectId === late.objectId || owners.get(before.objectId) !== owner) continue;
      const taken = firstAcknowledged(record, before)?.repliedAt ?? Number.MAX_SAFE_INTEGER;
      if (taken < came && matches(late, before)) touched.add(late.id).add(before.id);
    }
  }
  return [...touched];
}
