import type { Violation } from '../../reports/run-report.ts';
import { alterationOf } from '../../simulator/alterations/index.ts';
import type { Fact } from '../../simulator/model.ts';
import { reached, toldFrom, type PlayRecord } from '../../simulator/record.ts';
import { attemptEvidence, describeCount, subjectOf, type EffectCount } from '../judging/effects.ts';
import { forgedDoubt, tooMany, touchedCounts } from '../judging/forged-effects.ts';
import { decidable, forgedState } from '../judging/forged-states.ts';
import type { Doubt, Sight } from '../judging/sight.ts';
import { forgedFacts, withoutForgeries } from '../judging/trust.ts';
import { canCount, countedEffects } from './counted-effects.ts';
import type { Finding, Invariant } from './invariant.ts';
import { clearViews, failedFinalRead, STATES_VIEW } from './views.ts';

/**
 * Judges what the receiver did about facts that forged requests spoke of, and only that: how it answered them is a second
 * witness. A receiver that answers 200 to everything and verifies later is right.
 */
export const forgedHasNoEffect: Invariant = {
  id: 'forged-has-no-effect',
  title: 'A request that the provider did not send changes nothing.',
  mend: "Verify before anything else: the digest of the very bytes that came, compared in constant time with the one in the header, and the time in it against yours. Refuse when a part is missing, and look at nothing that is not signed. The vendor's own library does this; wait for its result.",
  requirement: () => 'must',
  witnesses: 'touched',
  safety: true,
  judge: (record, sights) => {
    if (forgedFacts(record).size === 0) return { judged: [], violations: [] };
    const effects = judgeEffects(record, sights);
    const states = judgeStates(record, sights);
    const judged = [...new Set([...effects.judged, ...states.judged])];
    const undecided = effects.undecided ?? states.undecided;
    const { blind } = effects;
    const isBlind = blind !== undefined && (!blind.missing || judged.length === 0);
    return {
      judged,
      violations: [...effects.violations, ...states.violations],
      note: noteOf(record, effects.judged.length > 0, states.judged.length > 0),
      ...(isBlind ? { blind } : {}),
      ...(undecided === undefined ? {} : { undecided }),
    };
  },
};

function judgeEffects(record: PlayRecord, sights: readonly Sight[]): Finding {
  const { counts, open } = countedEffects(withoutForgeries(record), sights, canCount);
  const touched = touchedCounts(record, counts);
  const over = tooMany(record, touched);
  const doubts = new Map<EffectCount, Doubt>();
  for (const count of over) {
    const doubt = forgedDoubt(record, sights, count, over);
    if (doubt !== undefined) doubts.set(count, doubt);
  }
  const [undecided] = doubts.values();
  return {
    judged: touched
      .filter((count) => !doubts.has(count) && canSee(record, sights, count))
      .flatMap((count) => count.facts.map((fact) => fact.id)),
    violations: over
      .filter((count) => !doubts.has(count))
      .map((count) => ({
        key: `forged:${count.kind}`,
        subject: subjectOf(count),
        expected: `at most ${count.owed.max} × ${count.kind} for ${describeCount(count)}: the provider itself sent no more`,
        actual: `${count.seen} × ${count.kind} (seen by ${count.observer}); forged: ${answers(record, count.facts)}`,
        evidence: [...attemptEvidence(record, count.facts), ...count.evidence.slice(-1)],
      })),
    ...open,
    ...(undecided === undefined ? {} : { undecided }),
  };
}

/** Who asks for effects by event does not see those under an id that is not ours. */
function canSee(record: PlayRecord, sights: readonly Sight[], count: EffectCount): boolean {
  const sight = sights.find((one) => one.observer === count.observer);
  const mayBeStrange = record.forged.some(
    ({ fact, altered }) =>
      count.facts.some((one) => one.id === fact.id) &&
      altered !== undefined &&
      alterationOf(altered).rightlySigned === true,
  );
  return sight?.readsBy !== 'event' || !mayBeStrange;
}

function judgeStates(record: PlayRecord, sights: readonly Sight[]): Finding {
  const { observers, blind } = clearViews(sights, (sight) => sight.state, STATES_VIEW);
  const judged = new Set<string>();
  const violations: Violation[] = [];
  for (const sight of sights.filter((one) => observers.includes(one.observer))) {
    for (const { id } of record.plan.objects) {
      const isRead = record.stateReads.some(
        (read) => read.final && read.observer === sight.observer && read.objectId === id,
      );
      // What the provider told later hides at the end whether it was believed before.
      const claims = decidable(record, sight, id).filter((fact) => isClaimOnly(record, fact));
      if (isRead) for (const fact of claims) judged.add(fact.id);
      const found = forgedState(record, sight, id);
      if (found === undefined) continue;
      const { read, facts } = found;
      for (const fact of facts) judged.add(fact.id);
      const names = facts.map((fact) => fact.fact).join(' or ');
      violations.push({
        key: 'forged:state',
        subject: facts.map((fact) => fact.id).join('+'),
        expected: `${id} is not "${read.state ?? ''}": only a forged request had spoken of ${names}`,
        actual: `it is (seen by ${read.observer}); forged: ${answers(record, facts)}`,
        evidence: [...attemptEvidence(record, facts), read.to],
      });
    }
  }
  const undecided = failedFinalRead(record, observers, 'state');
  return {
    judged: [...judged],
    violations,
    ...(blind === undefined ? {} : { blind }),
    ...(undecided === undefined ? {} : { undecided }),
  };
}

function isClaimOnly(record: PlayRecord, fact: Fact): boolean {
  return toldFrom(record, fact) === Number.MAX_SAFE_INTEGER;
}

/** How the forged requests about the facts were answered: `answered 200`. */
function answers(record: PlayRecord, facts: readonly { readonly id: string }[]): string {
  const ids = facts.map((fact) => fact.id);
  const found = record.forged.filter((attempt) => reached(attempt) && ids.includes(attempt.fact.id));
  const said = found.map(({ reply }) =>
    reply?.kind === 'response' ? `answered ${reply.status}` : 'not answered',
  );
  return [...new Set(said)].join(', ');
}

function noteOf(record: PlayRecord, byEffects: boolean, byStates: boolean): string {
  const by = [...(byEffects ? ['effects'] : []), ...(byStates ? ['states'] : [])].join(' and ');
  const facts = [...forgedFacts(record)].map((id) => ({ id }));
  return `by ${by || 'nothing'}; forged requests ${answers(record, facts)}`;
}
