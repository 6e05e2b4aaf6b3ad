import type { PlayRecord, StateRead } from '../../simulator/record.ts';
import { attemptEvidence } from '../judging/effects.ts';
import { lifecycleState, placedFacts, type Placed } from '../judging/states.ts';
import type { Violation } from '../../reports/run-report.ts';
import type { Invariant } from './invariant.ts';
import { clearViews, STATES_VIEW } from './views.ts';

/** Judges every read of a state in its order: what was seen new is never seen old again. */
export const noRegression: Invariant = {
  id: 'no-regression',
  title: 'An object never goes back to an older state.',
  mend: "Update only if the event is newer than what is stored, in the UPDATE's own WHERE clause (version, the event's time or legal transitions).",
  requirement: () => 'must',
  witnesses: 'touched',
  safety: true,
  judge: (record, sights) => {
    const { observers, blind } = clearViews(
      sights,
      (sight) => (sight.state.clear ? sight.steady : sight.state),
      STATES_VIEW,
    );
    const judged = new Set<string>();
    const violations: Violation[] = [];
    for (const observer of observers) {
      const shown = sights.find((sight) => sight.observer === observer)?.statesOf ?? [];
      for (const object of record.plan.objects) {
        const reads = record.stateReads.filter(
          (read) => read.observer === observer && read.objectId === object.id,
        );
        if (reads.length < 2) continue;
        for (const { fact } of followedFacts(record, object.id, reads)) judged.add(fact.id);
        const violation = firstRegression(record, object.id, reads, shown);
        if (violation !== undefined) violations.push(violation);
      }
    }
    return { judged: [...judged], violations, ...(blind === undefined ? {} : { blind }) };
  },
};

/** Facts that a read showed, themselves or a newer one, and that another read followed: only these could have gone back. */
function followedFacts(record: PlayRecord, objectId: string, reads: readonly StateRead[]): readonly Placed[] {
  const facts = placedFacts(record, objectId);
  const places = reads.slice(0, -1).flatMap((read) => {
    const state = read.state === null ? undefined : lifecycleState(record.plan.lifecycle, read.state);
    return facts.filter((one) => one.state === state && one.knownFrom < read.to).map((one) => one.place);
  });
  return facts.filter((one) => one.place <= Math.max(0, ...places));
}

/**
 * Explains each read by the oldest fact that keeps the order, out of those that the receiver could know by then. A read that
 * no such fact explains is a regression if the state belongs to an older one, or was there before all facts; a state that
 * came from nowhere (the receiver's own timer) is left out. So is one that may be how the receiver shows a newer fact whose
 * state was never seen in calm weather: a deleted object is absent, a dispute that was won may be "paid" again.
 */
function firstRegression(
  record: PlayRecord,
  objectId: string,
  reads: readonly StateRead[],
  shown: readonly string[],
): Violation | undefined {
  const facts = placedFacts(record, objectId);
  const arranged = new Set<string>();
  let floor = 0;
  let before: StateRead | undefined;
  for (const read of reads) {
    // A read that began at an index was under way when the entry with that index was appended.
    if (before !== undefined && read.from <= before.to) continue;
    const state = read.state === null ? null : lifecycleState(record.plan.lifecycle, read.state);
    if (state === undefined) continue;
    const candidates =
      state === null
        ? [0]
        : facts.filter((one) => one.state === state && one.knownFrom < read.to).map((one) => one.place);
    // A state that no known fact explains was there before: an object that `arrange` made, say.
    const places = candidates.length > 0 ? candidates : [0];
    const explained = places.filter((place) => place >= floor).sort((left, right) => left - right)[0];
    const mayBeShownSo = facts.some(
      (one) => one.place >= floor && one.knownFrom < read.to && !shown.includes(one.fact.fact),
    );
    if (explained === undefined && mayBeShownSo) continue;
    const wasThere = state === null || candidates.length > 0 || arranged.has(state);
    if (
      explained === undefined &&
      !wasThere &&
      !facts.some((one) => one.state === state && one.place < floor)
    )
      continue;
    if (explained === undefined && before !== undefined) {
      return {
        key: state === null ? 'vanished' : 'went-back',
        subject: objectId,
        expected: `${objectId} stays "${before.state ?? 'absent'}" or moves on`,
        actual: `"${before.state ?? 'absent'}" turned back into "${read.state ?? 'absent'}" (seen by ${read.observer})`,
        evidence: [
          ...attemptEvidence(
            record,
            facts.map((one) => one.fact),
          ),
          before.to,
          read.to,
        ].sort((left, right) => left - right),
      };
    }
    if (explained === 0 && state !== null) arranged.add(state);
    floor = explained ?? floor;
    before = read;
  }
  return undefined;
}
