/** The last lines: the verdict on the run in one sentence, and what its exit code means. */
import { count } from './layout.ts';
import type { Tone } from './paint.ts';
import { type CaseSummary, type RunOutcome, type RunReport, summarizeCases } from './run-report.ts';

export interface Tally {
  readonly total: number;
  readonly pass: number;
  readonly failMust: number;
  readonly failShould: number;
  readonly unknown: number;
  readonly skipped: number;
}

export function tally(cases: readonly CaseSummary[]): Tally {
  const number = (matches: (row: CaseSummary) => boolean): number => cases.filter(matches).length;
  return {
    total: cases.length,
    pass: number((row) => row.outcome === 'pass'),
    failMust: number((row) => row.outcome === 'fail' && row.requirement === 'must'),
    failShould: number((row) => row.outcome === 'fail' && row.requirement === 'should'),
    unknown: number((row) => row.outcome === 'unknown'),
    skipped: number((row) => row.outcome === 'skipped'),
  };
}

const WORDS: Readonly<Record<RunOutcome, { readonly word: string; readonly tone: Tone }>> = {
  pass: { word: 'PASS', tone: 'good' },
  fail: { word: 'FAIL', tone: 'bad' },
  undecided: { word: 'UNDECIDED', tone: 'doubt' },
  interrupted: { word: 'INTERRUPTED', tone: 'doubt' },
};

/** `FAIL: 7 of 96 cases failed (must), 12 could not be judged`. */
export function verdictLine(report: RunReport): { readonly tone: Tone; readonly text: string } {
  const { word, tone } = WORDS[report.summary.outcome];
  const sums = tally(summarizeCases(report));
  const of = `of ${count(sums.total, 'case')}`;
  const failed = sums.failMust > 0;
  const parts = [
    failed ? `${String(sums.failMust)} ${of} failed (must)` : `${String(sums.pass)} ${of} passed`,
  ];
  if (sums.failShould > 0) parts.push(`${String(sums.failShould)} ${failed ? 'more' : 'failed'} (should)`);
  if (sums.unknown > 0) parts.push(`${String(sums.unknown)} could not be judged`);
  if (failed) parts.push(`${String(sums.pass)} passed`);
  if (sums.skipped > 0) parts.push(`${String(sums.skipped)} skipped`);
  return { tone, text: `${word}: ${parts.join(', ')}` };
}

/** What the exit code tells CI (DESIGN 5.1). */
export function exitLine(report: RunReport): string {
  const { exitCode } = report.summary;
  const sums = tally(summarizeCases(report));
  return `exit ${String(exitCode)}: ${exitMeaning(exitCode, sums)}`;
}

function exitMeaning(exitCode: number, sums: Tally): string {
  switch (exitCode) {
    case 0:
      return 'every must that the run promised was seen to hold';
    case 1:
      return sums.failMust > 0
        ? 'a must failed'
        : 'with --strict, a failed should or anything undecided fails the run';
    case 2:
      return 'undecided: too little was seen to say that the receiver is right (see the remedies above)';
    case 69:
      return 'the receiver could not be reached';
    case 130:
      return 'interrupted: cases that were not played are missing here';
    default:
      return 'the run did not come to a verdict';
  }
}
