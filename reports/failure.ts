/** Failures as an engineer wants them: equal ones once, each with its smallest example and the lines that prove it. */
import { virtualDuration } from './duration.ts';
import { inertLine } from './inert.ts';
import { align, clip, count } from './layout.ts';
import {
  type Requirement,
  type RunReport,
  type ScenarioReport,
  summarizeCases,
  type Verdict,
  type Violation,
} from './run-report.ts';
import { eventName, timeline } from './timeline.ts';

/** One violation, where it happened. A verdict may fail without naming one. */
export interface Occurrence {
  readonly scenario: ScenarioReport;
  readonly verdict: Verdict;
  readonly violation?: Violation;
}

export interface FailureGroup {
  readonly invariant: string;
  readonly requirement: Requirement;
  readonly key: string;
  /** Ids of the scenarios that it happened in. */
  readonly scenarios: readonly string[];
  readonly occurrences: readonly Occurrence[];
  /** The one with the fewest deliveries. */
  readonly best: Occurrence;
}

/** A part of an explanation; `verbatim` lines are never broken (a command to be copied, a table). */
export interface Section {
  readonly label: string;
  readonly lines: readonly string[];
  readonly verbatim?: true;
}

const PROOF_COLUMNS = 86;
const COMMAND_CHARACTERS_MAX = 2000;

/** Every failed case's violations, grouped by (requirement, invariant, key); musts first, else in the order of the report. */
export function groupFailures(report: RunReport): readonly FailureGroup[] {
  const failed = summarizeCases(report).filter((row) => row.outcome === 'fail');
  const groups = groupOccurrences(failed.flatMap((row) => row.deciding));
  return [
    ...groups.filter((group) => group.requirement === 'must'),
    ...groups.filter((group) => group.requirement === 'should'),
  ];
}

export function groupOccurrences(
  plays: readonly { readonly scenario: ScenarioReport; readonly verdict: Verdict }[],
): readonly FailureGroup[] {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of plays.flatMap(occurrencesOf)) {
    const { invariant, requirement } = occurrence.verdict;
    const id = JSON.stringify([requirement, invariant, keyOf(occurrence)]);
    const group = groups.get(id) ?? [];
    group.push(occurrence);
    groups.set(id, group);
  }
  return [...groups.values()].flatMap((occurrences) => {
    const best = occurrences.reduce((left, right) => (cost(right) < cost(left) ? right : left));
    const { invariant, requirement } = best.verdict;
    const scenarios = [...new Set(occurrences.map((occurrence) => occurrence.scenario.id))];
    return [{ invariant, requirement, key: keyOf(best), scenarios, occurrences, best }];
  });
}

function occurrencesOf(play: {
  readonly scenario: ScenarioReport;
  readonly verdict: Verdict;
}): readonly Occurrence[] {
  const { scenario, verdict } = play;
  if (verdict.violations.length === 0) return [{ scenario, verdict }];
  return verdict.violations.map((violation) => ({ scenario, verdict, violation }));
}

function keyOf(occurrence: Occurrence): string {
  return occurrence.violation?.key ?? occurrence.verdict.because.code;
}

/** Deliveries first; an example without its history proves nothing, so it comes last. */
function cost(occurrence: Occurrence): number {
  const { scenario } = occurrence;
  const blind = scenario.entries === undefined ? 1e9 : 0;
  return blind + (scenario.embeddedPlan?.deliveries.length ?? scenario.attempts);
}

/** All that is to be said of one occurrence, in reading order. */
export function explain(report: RunReport, occurrence: Occurrence, verbose = false): readonly Section[] {
  const { scenario, verdict, violation } = occurrence;
  const sections: Section[] = [];
  if (violation !== undefined) {
    sections.push({ label: 'about', lines: [subjectText(scenario, violation.subject)] });
    sections.push({ label: 'expected', lines: [inertLine(violation.expected)] });
    sections.push({ label: 'actual', lines: [inertLine(violation.actual)] });
    const lines = proofLines(scenario, violation.evidence, verbose);
    if (lines.length > 0) sections.push({ label: 'history', lines, verbatim: true });
  }
  const again = scenario.reproduction;
  if (again !== undefined && again.of > 0) {
    sections.push({ label: 'replayed', lines: [reproductionText(again.reproduced, again.of)] });
  }
  const command = again?.command ?? `lost200 replay ${shellWord(planFile(report, scenario))}`;
  sections.push({ label: 'replay', lines: [inertLine(command, COMMAND_CHARACTERS_MAX)], verbatim: true });
  if (verdict.remedy !== undefined)
    sections.push({ label: 'remedy', lines: [inertLine(verdict.remedy.text, 600)] });
  return sections;
}

function reproductionText(reproduced: number, of: number): string {
  const share = `${String(reproduced)}/${String(of)}`;
  return reproduced === of
    ? `${share} failed again`
    : `${share} failed again: it depends on the receiver's own timing`;
}

/** `e3 payment.paid`, `f2 paid of o1`: labels alone say little. Facts judged together are joined by `+`. */
function subjectText(scenario: ScenarioReport, subject: string): string {
  const who = subject.split('+').map((label) => {
    const fact = scenario.embeddedPlan?.facts.find((candidate) => candidate.id === label);
    if (fact === undefined) return eventName(scenario, label);
    return inertLine(`${fact.id} ${fact.fact} of ${fact.objectId}`, 60);
  });
  return `${inertLine(who.join(' + '), 200)}, in ${inertLine(scenario.id, 60)}, seed ${inertLine(scenario.seed, 60)}`;
}

/** The proof as a table, times counted from its first line. */
function proofLines(
  scenario: ScenarioReport,
  evidence: readonly number[],
  verbose: boolean,
): readonly string[] {
  const { lines, omitted, omittedAfter, elsewhere } = timeline(scenario, evidence);
  const originMs = lines[0]?.virtualMs ?? 0;
  const rows = lines.map((line) => {
    const time = `+${virtualDuration(line.virtualMs - originMs)}`;
    return verbose ? [`#${String(line.index)}`, time, line.who, line.what] : [time, line.who, line.what];
  });
  const table = align(rows).map((line) => clip(line, PROOF_COLUMNS));
  if (omitted > 0) table.splice(omittedAfter, 0, `… ${count(omitted, 'line')} left out`);
  if (elsewhere.length > 0) {
    const indexes = elsewhere.slice(0, 10).join(', ') + (elsewhere.length > 10 ? ', …' : '');
    table.push(clip(`more in ${inertLine(scenario.history.path, 60)}: ${indexes}`, PROOF_COLUMNS));
  }
  return table;
}

/** The plan's path as the reader's shell needs it, whether it is stored with the run's folder or within. */
export function planFile(report: RunReport, scenario: ScenarioReport): string {
  const { path } = scenario.plan;
  const { folder } = report.run;
  return path.startsWith('/') || folder === '' || path.startsWith(folder)
    ? path
    : `${folder.replace(/\/$/, '')}/${path}`;
}

function shellWord(text: string): string {
  return /^[\w./:@%+=,-][\w./:@%+=,~-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
