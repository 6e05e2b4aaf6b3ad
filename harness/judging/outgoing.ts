/** The receiver's own calls behind a count of effects: those that it cannot know the end of, and those that were refused. */
import type { CallRecord } from '../../simulator/call-record.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import type { EffectCount } from './effects.ts';

/** A receiver may rightly wait so long before it repeats a call that was refused, in real milliseconds. */
const PATIENCE_MS = 300_000;

/** The calls that are about the same: observer, kind and object, and the same events where both name some. */
export function callsOf(record: PlayRecord, count: EffectCount): readonly CallRecord[] {
  const facts = new Set(count.facts.map((fact) => fact.id));
  const events = new Set(
    record.plan.events.filter((event) => facts.has(event.factId)).map((event) => event.id),
  );
  return record.calls.filter(
    (call) =>
      call.observer === count.observer &&
      call.kind === count.kind &&
      call.objectId === count.objectId &&
      (call.eventIds.length === 0 || events.size === 0 || call.eventIds.some((id) => events.has(id))),
  );
}

/**
 * How many effects more than owed are no doubled ones: a call whose answer was lost has to be repeated, and without an
 * idempotency key its repeat looks like another one (DESIGN 4.5).
 */
export function repeatsExcused(record: PlayRecord, count: EffectCount): number {
  return callsOf(record, count).filter((call) => call.inDoubt).length;
}

/** How many calls of the kind about the object have an end that the receiver cannot know. */
export function inDoubtOf(record: PlayRecord, observer: string, objectId: string, kind: string): number {
  return record.calls.filter(
    (call) => call.inDoubt && call.observer === observer && call.objectId === objectId && call.kind === kind,
  ).length;
}

/** True when some call whose end the receiver cannot know has not been made again yet. */
export function awaitsRepeat({ calls }: PlayRecord): boolean {
  return calls.some(
    (call) =>
      call.inDoubt &&
      !calls.some(
        (other) => other.at > call.at && other.kind === call.kind && other.objectId === call.objectId,
      ),
  );
}

/** True when the last such call was refused a short while ago: the receiver may be about to repeat it. */
export function mayStillRepeat(record: PlayRecord, count: EffectCount): boolean {
  const refused = callsOf(record, count).at(-1);
  if (refused?.refused !== true) return false;
  const endMs = record.entries.at(-1)?.wallMs ?? 0;
  return endMs - refused.wallMs < PATIENCE_MS;
}
