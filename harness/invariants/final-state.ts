import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import { acknowledged, attemptsOf, type PlayRecord, type StateRead } from '../../simulator/record.ts';
import { isNewer } from '../../simulator/truth.ts';
import type { Violation } from '../../reports/run-report.ts';
import { attemptEvidence } from '../judging/effects.ts';
import { say } from '../judging/say.ts';
import type { Sight } from '../judging/sight.ts';
import { lifecycleState, placedFacts, type Placed } from '../judging/states.ts';
import type { Finding, Invariant } from './invariant.ts';
import { clearViews, failedFinalRead, STATES_VIEW } from './views.ts';

/** Judges the last read of each object against its newest acknowledged fact. */
export const finalState: Invariant = {
  id: 'final-state',
  title: 'In the end every object is in the state of its newest acknowledged fact.',
  mend: 'Let the newest fact win whatever the order of arrival, and decide it in the database, not in the code between two statements.',
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record, sights) => {
    const { observers, blind } = clearViews(sights, (sight) => sight.state, STATES_VIEW);
    const judged = new Set<string>();
    const violations: Violation[] = [];
    let undecided: Finding['undecided'] = failedFinalRead(record, observers, 'state');
    for (const observer of observers) {
      for (const object of record.plan.objects) {
        const read = record.stateReads
          .filter((one) => one.observer === observer && one.objectId === object.id && one.final)
          .at(-1);
        if (read === undefined) continue;
        const facts = placedFacts(record, object.id);
        const allowed = allowedStates(record, facts);
        if (allowed === undefined) continue;
        if (read.state !== null && lifecycleState(record.plan.lifecycle, read.state) === undefined) {
          undecided ??= unknownState(read.state);
          continue;
        }
        const violation = judgeRead(record, facts, allowed, read);
        if (violation !== undefined && !wasEverSeen(record, sights, observer, allowed)) {
          undecided ??= neverSeen(allowed);
          continue;
        }
        for (const { fact } of facts) judged.add(fact.id);
        if (violation !== undefined) violations.push(violation);
      }
    }
    return {
      judged: [...judged],
      violations,
      ...(blind === undefined ? {} : { blind }),
      ...(undecided === undefined ? {} : { undecided }),
    };
  },
};

/** States of every fact that the receiver could know and that no acknowledged fact is newer than; none when nothing was acknowledged. */
function allowedStates(record: PlayRecord, facts: readonly Placed[]): readonly string[] | undefined {
  const taken = facts.filter((one) => attemptsOf(record, one.fact).some(acknowledged));
  if (taken.length === 0) return undefined;
  return facts
    .filter((one) => one.knownFrom < Number.MAX_SAFE_INTEGER)
    .filter((one) => !taken.some((newer) => isNewer(record.plan, newer.fact, one.fact)))
    .map((one) => one.state);
}

function judgeRead(
  record: PlayRecord,
  facts: readonly Placed[],
  allowed: readonly string[],
  read: StateRead,
): Violation | undefined {
  const state = read.state === null ? null : lifecycleState(record.plan.lifecycle, read.state);
  if (state !== null && state !== undefined && allowed.includes(state)) return undefined;
  return {
    key: state === null ? 'missing' : 'stale',
    subject: read.objectId,
    expected: `${read.objectId} ends as ${allowed.map((one) => `"${one}"`).join(' or ')}`,
    actual: `it ends as "${read.state ?? 'absent'}" (seen by ${read.observer})`,
    evidence: [
      ...attemptEvidence(
        record,
        facts.map((one) => one.fact),
      ),
      read.to,
    ],
  };
}

/** Only states that could all be seen in calm weather can be missed later: else the receiver may show one of them as absent, or not know it. */
function wasEverSeen(
  record: PlayRecord,
  sights: readonly Sight[],
  observer: string,
  states: readonly string[],
): boolean {
  const seen = sights.find((sight) => sight.observer === observer)?.statesOf ?? [];
  const shown = seen.map((fact) => factRule(record.plan.lifecycle, fact).state);
  return states.every((state) => shown.includes(state));
}

function neverSeen(states: readonly string[]): NonNullable<Finding['undecided']> {
  const values = { states: states.map((state) => `"${state}"`).join(' or ') };
  return {
    because: say(
      'state-never-seen',
      'an object should be {states}, but no object ever was, in calm weather neither',
      values,
    ),
    remedy: say(
      'state-never-seen-remedy',
      'If the receiver should know that state, mend that first; if not, leave the fact out of the lifecycle.',
    ),
  };
}

function unknownState(state: string): NonNullable<Finding['undecided']> {
  return {
    because: say(
      'state-not-in-lifecycle',
      'the receiver has a state "{state}" that the lifecycle does not know',
      { state },
    ),
    remedy: say('map-state', 'Map it in the config: stateNames: { "{state}": "<the lifecycle\'s name>" }.', {
      state,
    }),
  };
}
