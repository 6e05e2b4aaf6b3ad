/** What a run means: the one document from which every other report is drawn. */
import type { HistoryEntry } from '../simulator/history.ts';
import type { Plan } from '../simulator/plan.ts';

export const REPORT_VERSION = 1;

/** A sentence for people that machines can tell apart: `text` is English, made from `code` and `values`. */
export interface Sentence {
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly text: string;
}

export type Requirement = 'must' | 'should';

/** In the order of precedence over several plays: fail, unknown, pass, skipped. */
export type Outcome = 'fail' | 'unknown' | 'pass' | 'skipped';

export interface Violation {
  /** The kind of violation, free of identifiers: equal failures have equal keys. */
  readonly key: string;
  /** The label of the fact, object or delivery that it is about. */
  readonly subject: string;
  readonly expected: string;
  readonly actual: string;
  /** Indexes of history entries, in order. */
  readonly evidence: readonly number[];
}

export interface Verdict {
  /** `<scenario id>#<invariant id>` */
  readonly case: string;
  readonly invariant: string;
  readonly requirement: Requirement;
  readonly outcome: Outcome;
  readonly because: Sentence;
  /** What would make an unknown or skipped case decidable, or mend a failed one. */
  readonly remedy?: Sentence;
  /** How many subjects were judged that the hazard had touched. */
  readonly witnesses: number;
  readonly violations: readonly Violation[];
}

export interface ScenarioReport {
  readonly id: string;
  readonly title: string;
  readonly seed: string;
  readonly outcome: Outcome;
  readonly plan: { readonly sha256: string; readonly path: string };
  /** Lines of the run's history file, by entry index, `to` excluded. */
  readonly history: { readonly path: string; readonly from: number; readonly to: number };
  readonly attempts: number;
  readonly virtualMs: number;
  readonly verdicts: readonly Verdict[];
  /** For anything but a pass: up to 500 history entries and the plan, so that reports need no other file. */
  readonly entries?: readonly HistoryEntry[];
  readonly embeddedPlan?: Plan;
  readonly reproduction?: Reproduction;
}

export interface Reproduction {
  readonly command: string;
  /** How many of `of` further plays in fresh namespaces failed the same case for the same reason. */
  readonly reproduced: number;
  readonly of: number;
}

export type RunOutcome = 'pass' | 'fail' | 'undecided' | 'interrupted';

export interface RunReport {
  readonly schemaVersion: typeof REPORT_VERSION;
  readonly tool: { readonly name: 'lost200'; readonly version: string };
  readonly run: {
    readonly id: string;
    readonly seed: string;
    readonly seeds: number;
    readonly namespace: string;
    readonly profile: string;
    readonly lifecycle: string;
    readonly startedAt: string;
    readonly wallMs: number;
    readonly virtualMs: number;
    readonly attempts: number;
    /** Where the run's files are. */
    readonly folder: string;
  };
  readonly receiver: { readonly url: string; readonly capabilities: readonly string[] };
  readonly summary: {
    readonly outcome: RunOutcome;
    readonly exitCode: number;
    /** Cases, each counted once over all seeds. */
    readonly pass: number;
    readonly fail: number;
    readonly unknown: number;
    readonly skipped: number;
  };
  /** What the reader should know before anything else: a failed calm check, what the observers could not see. */
  readonly notices: readonly Notice[];
  readonly scenarios: readonly ScenarioReport[];
}

export interface Notice {
  readonly level: 'error' | 'warning' | 'info';
  readonly sentence: Sentence;
  readonly remedy?: Sentence;
}

/** What a reporter makes: text, and the file name it has in the run's folder. */
export interface Artifact {
  readonly name: string;
  readonly text: string;
}

const PRECEDENCE: readonly Outcome[] = ['fail', 'unknown', 'pass', 'skipped'];

/** The outcome of several verdicts on one case: fail, else unknown, else pass, else skipped. */
export function mergeOutcomes(outcomes: readonly Outcome[]): Outcome {
  return PRECEDENCE.find((outcome) => outcomes.includes(outcome)) ?? 'skipped';
}

/** One row per case, over all seeds of a run. */
export interface CaseSummary {
  readonly case: string;
  readonly scenario: string;
  readonly invariant: string;
  readonly requirement: Requirement;
  readonly outcome: Outcome;
  readonly witnesses: number;
  /** The verdicts with the merged outcome, with the scenario report that each stands in. */
  readonly deciding: readonly { readonly scenario: ScenarioReport; readonly verdict: Verdict }[];
}

/** Merges the verdicts of all plays by case, in the order in which cases first appear. */
export function summarizeCases(report: RunReport): readonly CaseSummary[] {
  const rows = new Map<string, { scenario: ScenarioReport; verdict: Verdict }[]>();
  for (const scenario of report.scenarios) {
    for (const verdict of scenario.verdicts) {
      const row = rows.get(verdict.case) ?? [];
      row.push({ scenario, verdict });
      rows.set(verdict.case, row);
    }
  }
  return [...rows.entries()].flatMap(([id, plays]) => {
    const first = plays[0];
    if (first === undefined) return [];
    const outcome = mergeOutcomes(plays.map((play) => play.verdict.outcome));
    const deciding = plays.filter((play) => play.verdict.outcome === outcome);
    return [
      {
        case: id,
        scenario: first.scenario.id,
        invariant: first.verdict.invariant,
        requirement: first.verdict.requirement,
        outcome,
        witnesses: deciding.reduce((sum, play) => sum + play.verdict.witnesses, 0),
        deciding,
      },
    ];
  });
}
