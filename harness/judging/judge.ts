/** Every invariant on every play. One that breaks is `unknown`, never a pass and never a failure. */
import type { Requirement, Sentence, Verdict } from '../../reports/run-report.ts';
import { hazards } from '../../simulator/hazards/index.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import type { Finding, Invariant } from '../invariants/invariant.ts';
import { judgeInWords } from './in-words.ts';
import { say } from './say.ts';
import type { Sight } from './sight.ts';

export function judgePlay(
  record: PlayRecord,
  sights: readonly Sight[],
  invariants: readonly Invariant[],
): readonly Verdict[] {
  const named = hazards.filter((hazard) => record.plan.scenario.hazards.includes(hazard.id));
  const touched = new Set(named.flatMap((hazard) => hazard.touched(record)));
  return invariants.map((invariant) => {
    let finding: Finding;
    try {
      finding = judgeInWords(invariant, record, sights);
    } catch (error) {
      return verdict(record, invariant, {
        outcome: 'unknown',
        because: say('check-broke', 'the invariant itself broke: {error}', { error: String(error) }),
        remedy: say('report-bug', 'This is a bug in lost200; please report it with the plan.'),
      });
    }
    return decide(record, invariant, finding, {
      expected: named.length > 0,
      touched,
      titles: named.map((hazard) => hazard.title),
    });
  });
}

function decide(
  record: PlayRecord,
  invariant: Invariant,
  finding: Finding,
  hazard: {
    readonly expected: boolean;
    readonly touched: ReadonlySet<string>;
    readonly titles: readonly string[];
  },
): Verdict {
  const judged = new Set(finding.judged);
  const all = invariant.witnesses === 'all' || !hazard.expected;
  const witnesses = all ? judged.size : [...judged].filter((fact) => hazard.touched.has(fact)).length;
  const cutOff = record.exited !== undefined || record.interrupted;
  if (finding.violations.length > 0 && (!cutOff || invariant.safety)) {
    return verdict(record, invariant, {
      outcome: 'fail',
      because: say(`broken:${invariant.id}`, '{title}', {
        title: invariant.title,
        count: finding.violations.length,
      }),
      remedy: say(`mend:${invariant.id}`, invariant.mend),
      witnesses: Math.max(witnesses, finding.violations.length),
      violations: finding.violations,
    });
  }
  if (record.exited !== undefined)
    return verdict(record, invariant, { outcome: 'unknown', ...RECEIVER_GONE });
  if (record.interrupted) return verdict(record, invariant, { outcome: 'unknown', ...INTERRUPTED });
  if (hazard.expected && hazard.touched.size === 0) {
    return verdict(record, invariant, {
      outcome: 'skipped',
      because: say('hazard-not-created', 'hazard not created: it never happened that {hazard}', {
        hazard: hazard.titles.join('; or that '),
      }),
      remedy: say(
        'hazard-remedy',
        'Often a limit or a very fast handler prevents it; try another seed or --seeds 5.',
      ),
    });
  }
  if (finding.blind !== undefined) {
    const { missing, because, remedy } = finding.blind;
    return verdict(record, invariant, { outcome: missing ? 'skipped' : 'unknown', because, remedy });
  }
  if (finding.undecided !== undefined)
    return verdict(record, invariant, { outcome: 'unknown', ...finding.undecided });
  if (witnesses === 0) {
    return verdict(record, invariant, {
      outcome: 'skipped',
      because: say('nothing-to-judge', 'nothing in this play bears on it'),
    });
  }
  return verdict(record, invariant, {
    outcome: 'pass',
    because: say('held', 'held for {witnesses} fact(s){note}', {
      witnesses,
      note: finding.note === undefined ? '' : `, ${finding.note}`,
    }),
    witnesses,
  });
}

const RECEIVER_GONE = {
  because: say('receiver-exited', 'the receiver ended in the middle of the play'),
  remedy: say('receiver-exited-remedy', "See still-alive and the receiver's log in the run's folder."),
};

const INTERRUPTED = {
  because: say('interrupted', 'the run was interrupted before this could be judged'),
  remedy: say('interrupted-remedy', 'Run it again to the end.'),
};

/** A must only if both the scenario and the invariant say so. */
export function requirementOf(record: PlayRecord['plan'], invariant: Invariant): Requirement {
  return record.scenario.requirement === 'must' && invariant.requirement(record) === 'must'
    ? 'must'
    : 'should';
}

function verdict(
  record: PlayRecord,
  invariant: Invariant,
  decision: {
    readonly outcome: Verdict['outcome'];
    readonly because: Sentence;
    readonly remedy?: Sentence;
    readonly witnesses?: number;
    readonly violations?: Verdict['violations'];
  },
): Verdict {
  const { outcome, because, remedy, witnesses = 0, violations = [] } = decision;
  return {
    case: `${record.plan.scenario.id}#${invariant.id}`,
    invariant: invariant.id,
    requirement: requirementOf(record.plan, invariant),
    outcome,
    because,
    ...(remedy === undefined ? {} : { remedy }),
    witnesses,
    violations,
  };
}

/** The same outcome for every case of a plan that was not judged. */
export function unjudged(
  plan: PlayRecord['plan'],
  invariants: readonly Invariant[],
  outcome: 'unknown' | 'skipped',
  because: Sentence,
  remedy?: Sentence,
): readonly Verdict[] {
  return invariants.map((invariant) => ({
    case: `${plan.scenario.id}#${invariant.id}`,
    invariant: invariant.id,
    requirement: requirementOf(plan, invariant),
    outcome,
    because,
    ...(remedy === undefined ? {} : { remedy }),
    witnesses: 0,
    violations: [],
  }));
}
