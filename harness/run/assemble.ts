/** Puts one run's plays and verdicts together into its report. */
import {
  mergeOutcomes,
  summarizeCases,
  type CaseSummary,
  type Notice,
  type Reproduction,
  type RunOutcome,
  type RunReport,
  type ScenarioReport,
  type Verdict,
} from '../../reports/run-report.ts';
import type { HistoryEntry } from '../../simulator/history.ts';
import { effectKinds, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Plan } from '../../simulator/plan.ts';
import { EXIT } from '../errors.ts';
import { matchesAny } from './select.ts';
import type { Play } from './play.ts';
import type { RunFiles } from './files.ts';

/** Entries that a report carries of a play that did not pass (DESIGN 5.3). */
const EMBEDDED_ENTRIES_MAX = 500;

export interface JudgedPlay {
  readonly play: Play;
  readonly verdicts: readonly Verdict[];
  readonly reproduction?: Omit<Reproduction, 'command'>;
}

/** The report of one play. `from` is where its entries begin in the run's history file. */
export function scenarioReport(
  judged: JudgedPlay,
  files: RunFiles,
  place: { readonly historyPath: string; readonly from: number },
  replayCommand: (planPath: string) => string,
): ScenarioReport {
  const { play } = judged;
  const { entries } = play.history;
  const verdicts = judged.verdicts.map((verdict) => ({
    ...verdict,
    violations: verdict.violations.map((violation) => ({
      ...violation,
      evidence: violation.evidence.map((index) => index + place.from),
    })),
  }));
  const outcome = mergeOutcomes(verdicts.map((verdict) => verdict.outcome));
  const failed = outcome === 'fail';
  return {
    id: play.plan.scenario.id,
    title: play.plan.scenario.title,
    seed: play.plan.seed,
    outcome,
    plan: files.savePlan(play.plan),
    history: { path: place.historyPath, from: place.from, to: place.from + entries.length },
    attempts: entries.filter((entry) => entry.kind === 'attempt-started').length,
    virtualMs: play.virtualMs,
    verdicts,
    ...(outcome === 'pass' || outcome === 'skipped'
      ? {}
      : { entries: embedded(play, placed(entries, place.from), verdicts), embeddedPlan: play.plan }),
    ...(failed
      ? {
          reproduction: {
            command: replayCommand(files.saveFailure(play.plan)),
            reproduced: 0,
            of: 0,
            ...judged.reproduction,
          },
        }
      : {}),
  };
}

/** A play's entries under the indexes that they have in the run's history file. */
export function placed(entries: readonly HistoryEntry[], from: number): readonly HistoryEntry[] {
  return entries.map((entry) => ({
    ...entry,
    index: entry.index + from,
    ...('startIndex' in entry ? { startIndex: entry.startIndex + from } : {}),
  }));
}

/** All entries, or else evidence first and then whatever else happened to the objects that it is about. */
function embedded(
  play: Play,
  entries: readonly HistoryEntry[],
  verdicts: readonly Verdict[],
): readonly HistoryEntry[] {
  if (entries.length <= EMBEDDED_ENTRIES_MAX) return entries;
  const violations = verdicts.flatMap((verdict) => verdict.violations.slice(0, 5));
  const evidence = new Set(violations.flatMap((violation) => violation.evidence));
  const objects = new Set(violations.flatMap((violation) => objectsOf(play.plan, violation.subject)));
  const events = new Set(
    play.plan.events.filter((event) => objects.has(event.objectId)).map((event) => event.id),
  );
  const attempts = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'attempt-started' &&
      [entry.eventId, ...(entry.also ?? [])].some((eventId) => events.has(eventId))
        ? [entry.attemptId]
        : [],
    ),
  );
  const related = entries.filter(
    (entry) =>
      ('attemptId' in entry && attempts.has(entry.attemptId)) ||
      ('objectId' in entry && objects.has(entry.objectId)),
  );
  const proof = entries.filter((entry) => evidence.has(entry.index)).slice(0, EMBEDDED_ENTRIES_MAX);
  const chosen = new Set([...proof, ...related].slice(0, EMBEDDED_ENTRIES_MAX));
  return entries.filter((entry) => chosen.has(entry));
}

/** The objects that a violation's subject, facts or an object, speaks of. */
function objectsOf(plan: Plan, subject: string): readonly string[] {
  return subject.split('+').map((label) => plan.facts.find((fact) => fact.id === label)?.objectId ?? label);
}

export interface Expectations {
  readonly strict: boolean;
  readonly accept: readonly string[];
  readonly require: readonly string[];
  readonly lifecycle: Lifecycle;
}

/** What must have been seen to hold. A lifecycle that owes no effects has none to see done twice or lost. */
function coreInvariants(lifecycle: Lifecycle): readonly string[] {
  const ofEffects = effectKinds(lifecycle).length === 0 ? [] : ['single-effect', 'no-loss'];
  return [...ofEffects, 'no-regression'];
}

/** Counts cases and decides how the run ends (DESIGN 5.1). */
export function summarize(
  report: Omit<RunReport, 'summary'>,
  expectations: Expectations,
  state: { readonly interrupted: boolean; readonly calmTaken: boolean },
): RunReport {
  const draft: RunReport = {
    ...report,
    summary: { outcome: 'pass', exitCode: EXIT.pass, pass: 0, fail: 0, unknown: 0, skipped: 0 },
  };
  const cases = summarizeCases(draft);
  const count = (outcome: CaseSummary['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length;
  const { outcome, exitCode } = decide(cases, expectations, state);
  return {
    ...draft,
    summary: {
      outcome,
      exitCode,
      pass: count('pass'),
      fail: count('fail'),
      unknown: count('unknown'),
      skipped: count('skipped'),
    },
  };
}

function decide(
  cases: readonly CaseSummary[],
  { strict, accept, require, lifecycle }: Expectations,
  state: { readonly interrupted: boolean; readonly calmTaken: boolean },
): { readonly outcome: RunOutcome; readonly exitCode: number } {
  // What is accepted may stay undecided; a failure stays a failure.
  const open = cases.filter((one) => !matchesAny(one.case, accept));
  const failed = cases.filter((one) => one.outcome === 'fail' && (strict || one.requirement === 'must'));
  const unknown = open.filter(
    (one) =>
      (one.outcome === 'unknown' && (strict || one.requirement === 'must')) ||
      (one.outcome === 'skipped' && matchesAny(one.case, require)),
  );
  const unseen = coreInvariants(lifecycle).some(
    (invariant) =>
      open.some((one) => one.invariant === invariant) &&
      !open.some((one) => one.invariant === invariant && one.outcome === 'pass' && one.witnesses > 0),
  );
  if (state.interrupted) return { outcome: 'interrupted', exitCode: EXIT.interrupted };
  if (failed.length > 0) return { outcome: 'fail', exitCode: EXIT.fail };
  if (unknown.length > 0 || unseen || !state.calmTaken) {
    return strict
      ? { outcome: 'fail', exitCode: EXIT.fail }
      : { outcome: 'undecided', exitCode: EXIT.undecided };
  }
  return { outcome: 'pass', exitCode: EXIT.pass };
}

export function noticesOf(cases: readonly Notice[]): readonly Notice[] {
  const seen = new Set<string>();
  return cases.filter((notice) => {
    const fresh = !seen.has(notice.sentence.text);
    seen.add(notice.sentence.text);
    return fresh;
  });
}
