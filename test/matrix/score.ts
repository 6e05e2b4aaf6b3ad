/** What a report says about a receiver of which we know whether it is right: caught, missed, accused. */
import { mergeOutcomes, type Outcome, type RunReport, type Verdict } from '../../reports/run-report.ts';
import type { ReceiverEntry } from '../receivers/index.ts';

export interface Score {
  readonly receiver: string;
  readonly kind: ReceiverEntry['kind'];
  readonly plays: number;
  readonly attempts: number;
  readonly seconds: number;
  /** Cases that failed on a right receiver, should cases included: `seed case key`. */
  readonly accusations: readonly string[];
  /** Cases that had to catch a broken receiver and, in some seed, did not: `seed case outcome`. */
  readonly misses: readonly string[];
  /** Cases of a right receiver that could not be judged. */
  readonly unknown: readonly string[];
  /** Outcome per case over the seeds. */
  readonly cases: Readonly<Record<string, Outcome>>;
  /** How many (seed, case) pairs that had to catch did. */
  readonly caught: number;
}

export function score(entry: ReceiverEntry, report: RunReport): Score {
  const verdicts = report.scenarios.flatMap((scenario) =>
    scenario.verdicts.map((verdict) => ({ seed: scenario.seed, verdict })),
  );
  const failed = verdicts.filter(({ verdict }) => verdict.outcome === 'fail');
  const named = new Set(entry.caughtBy);
  const due = verdicts.filter(({ verdict }) => named.has(verdict.case));
  const caughtOnce = new Set(
    due.filter(({ verdict }) => verdict.outcome === 'fail').map((one) => one.verdict.case),
  );
  // What came after a play that the receiver did not get over was not played, or ended with it.
  const mayPass = ({ case: name, because }: Verdict): boolean =>
    caughtOnce.has(name) &&
    (entry.options?.sometimes === true || ['receiver-hurt', 'receiver-exited'].includes(because.code));
  const absent = entry.caughtBy.filter((name) => !due.some(({ verdict }) => verdict.case === name));
  const cases = new Map<string, Outcome[]>();
  for (const { verdict } of verdicts) {
    cases.set(verdict.case, [...(cases.get(verdict.case) ?? []), verdict.outcome]);
  }
  return {
    receiver: entry.id,
    kind: entry.kind,
    plays: report.scenarios.length,
    attempts: report.run.attempts,
    seconds: report.run.wallMs / 1000,
    accusations:
      entry.kind === 'right'
        ? failed.map(
            ({ seed, verdict }) =>
              `${seed} ${verdict.case} ${verdict.violations[0]?.key ?? ''} ${verdict.violations[0]?.actual ?? ''}`,
          )
        : [],
    misses:
      entry.kind === 'broken'
        ? [
            ...due
              .filter(({ verdict }) => verdict.outcome !== 'fail' && !mayPass(verdict))
              .map(
                ({ seed, verdict }) => `${seed} ${verdict.case} ${verdict.outcome}: ${verdict.because.text}`,
              ),
            ...absent.map((name) => `${name} was never played`),
          ]
        : [],
    unknown:
      entry.kind === 'right'
        ? verdicts
            .filter(({ verdict }) => verdict.outcome === 'unknown')
            .map(({ seed, verdict }) => `${seed} ${verdict.case}: ${verdict.because.text}`)
        : [],
    cases: Object.fromEntries([...cases].map(([name, outcomes]) => [name, mergeOutcomes(outcomes)])),
    caught: due.filter(({ verdict }) => verdict.outcome === 'fail').length,
  };
}

/** One row per receiver, in the order of the entries. */
export function mergeScores(entries: readonly ReceiverEntry[], scores: readonly Score[]): readonly Score[] {
  return entries.flatMap((entry) => {
    const own = scores.filter((one) => one.receiver === entry.id);
    const [first] = own;
    if (first === undefined) return [];
    const total = (pick: (one: Score) => number): number => own.reduce((sum, one) => sum + pick(one), 0);
    const names = [...new Set(own.flatMap((one) => Object.keys(one.cases)))];
    return [
      {
        receiver: first.receiver,
        kind: first.kind,
        plays: total((one) => one.plays),
        attempts: total((one) => one.attempts),
        seconds: total((one) => one.seconds),
        accusations: own.flatMap((one) => one.accusations),
        misses: own.flatMap((one) => one.misses),
        unknown: own.flatMap((one) => one.unknown),
        cases: Object.fromEntries(
          names.map((name) => [name, mergeOutcomes(own.flatMap((one) => one.cases[name] ?? []))]),
        ),
        caught: total((one) => one.caught),
      },
    ];
  });
}
