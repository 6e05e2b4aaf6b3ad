/** Each observer is judged in its own words: a play's record as if the lifecycle had always been the one that it speaks. */
import type { PlayRecord } from '../../simulator/record.ts';
import type { Violation } from '../../reports/run-report.ts';
import type { Finding, Invariant } from '../invariants/invariant.ts';
import type { Sight } from './sight.ts';

/** The record in the words of the sight. */
export function inWordsOf(record: PlayRecord, { lifecycle }: Pick<Sight, 'lifecycle'>): PlayRecord {
  return lifecycle === undefined ? record : { ...record, plan: { ...record.plan, lifecycle } };
}

/** Judges the sights of each lifecycle together, and what they found as one. */
export function judgeInWords(invariant: Invariant, record: PlayRecord, sights: readonly Sight[]): Finding {
  const lifecycles = [...new Set(sights.map((sight) => sight.lifecycle))];
  if (lifecycles.length <= 1) {
    const [only] = sights;
    return invariant.judge(only === undefined ? record : inWordsOf(record, only), sights);
  }
  const findings = lifecycles.map((lifecycle) => {
    const own = sights.filter((sight) => sight.lifecycle === lifecycle);
    return invariant.judge(inWordsOf(record, lifecycle === undefined ? {} : { lifecycle }), own);
  });
  return mergeFindings(findings);
}

/** Blind only if nobody sees; what an observer could not decide stays open although another one decided it for itself. */
function mergeFindings(findings: readonly Finding[]): Finding {
  const blinds = findings.flatMap((finding) => finding.blind ?? []);
  const spoiled = blinds.find((blind) => !blind.missing) ?? blinds[0];
  const blind = blinds.length === findings.length ? spoiled : undefined;
  const undecided = findings.find((finding) => finding.undecided !== undefined)?.undecided;
  const note = findings.find((finding) => finding.note !== undefined)?.note;
  return {
    judged: [...new Set(findings.flatMap((finding) => finding.judged))],
    violations: distinct(findings.flatMap((finding) => finding.violations)),
    ...(blind === undefined ? {} : { blind }),
    ...(undecided === undefined ? {} : { undecided }),
    ...(note === undefined ? {} : { note }),
  };
}

/** What needs no observer is found once for each lifecycle. */
function distinct(violations: readonly Violation[]): readonly Violation[] {
  const texts = new Set<string>();
  return violations.filter((violation) => {
    const text = JSON.stringify(violation);
    if (texts.has(text)) return false;
    texts.add(text);
    return true;
  });
}
