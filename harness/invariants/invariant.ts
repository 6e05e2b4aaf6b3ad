/** A pure judgement over a play: what must hold whatever the provider does. */
import type { Requirement, Sentence, Violation } from '../../reports/run-report.ts';
import type { Plan } from '../../simulator/plan.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import type { Sight } from '../judging/sight.ts';

/** What an invariant found in one play. */
export interface Finding {
  /** Ids of the facts about which it could decide. */
  readonly judged: readonly string[];
  readonly violations: readonly Violation[];
  /** Why something that should have been decidable was not. */
  readonly undecided?: { readonly because: Sentence; readonly remedy: Sentence };
  /** Set when nobody can see what would be needed. */
  readonly blind?: { readonly missing: boolean; readonly because: Sentence; readonly remedy: Sentence };
  /** A figure worth telling with a pass. */
  readonly note?: string;
}

export interface Invariant {
  readonly id: string;
  /** What must hold, in one sentence. */
  readonly title: string;
  /** How receivers usually keep it, in one sentence. */
  readonly mend: string;
  requirement(plan: Plan): Requirement;
  /** Whether only facts that the scenario's hazards touched are witnesses, or all. */
  readonly witnesses: 'touched' | 'all';
  /** True when a violation stands although the receiver died or the play was interrupted. */
  readonly safety: boolean;
  /** True when it rests on what the receiver printed, and is judged again when that is complete: after its end. */
  readonly afterStop?: true;
  judge(record: PlayRecord, sights: readonly Sight[]): Finding;
}
