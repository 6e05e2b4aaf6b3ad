/** Why cases could not be judged or were left out: each reason once, with what to do about it. */
import type { CaseSummary, Outcome, Sentence, Verdict } from './run-report.ts';

export interface ReasonGroup {
  readonly because: Sentence;
  /** Different things to do about one reason, each once. */
  readonly remedies: readonly Sentence[];
  readonly cases: readonly string[];
}

/** Groups the cases of one outcome by reason, the most frequent first. A case counts once, for its first reason. */
export function groupReasons(cases: readonly CaseSummary[], outcome: Outcome): readonly ReasonGroup[] {
  const groups = new Map<string, { because: Sentence; remedies: Map<string, Sentence>; cases: string[] }>();
  for (const row of cases) {
    const verdict: Verdict | undefined = row.deciding[0]?.verdict;
    if (row.outcome !== outcome || verdict === undefined) continue;
    const id = JSON.stringify([verdict.because.code, verdict.because.text, verdict.remedy?.code]);
    const group = groups.get(id) ?? {
      because: verdict.because,
      remedies: new Map<string, Sentence>(),
      cases: [],
    };
    groups.set(id, group);
    group.cases.push(row.case);
    if (verdict.remedy !== undefined) group.remedies.set(verdict.remedy.text, verdict.remedy);
  }
  return [...groups.values()]
    .map((group) => ({ because: group.because, remedies: [...group.remedies.values()], cases: group.cases }))
    .sort((left, right) => right.cases.length - left.cases.length);
}

/** Sentences are joined into longer ones: without its full stop. */
export function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, '');
}
