/** Facts by the calls that the receiver made because of them. */
import type { PlayRecord } from '../record.ts';
import { factsOf } from '../truth.ts';

/** The facts that a call with that fault names; where it names no event, all of its object. */
export function factsCalledWith(record: PlayRecord, fault: string): readonly string[] {
  const touched = record.entries.flatMap((entry) => {
    if (entry.kind !== 'called' || entry.fault !== fault) return [];
    const named = record.plan.events.filter((event) => entry.eventIds.includes(event.id));
    const facts = named.map((event) => event.factId);
    return facts.length > 0 ? facts : factsOf(record.plan, entry.objectId).map((fact) => fact.id);
  });
  return [...new Set(touched)];
}
