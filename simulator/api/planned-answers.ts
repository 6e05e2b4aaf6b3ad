/** What a plan wants to go wrong with the answers to the receiver's own calls. */
import type { Fault } from '../faults/fault.ts';
import { faultKind } from '../faults/index.ts';
import type { Plan } from '../plan.ts';
import type { AnswerFault } from './answer-fault.ts';

export interface PlannedAnswer {
  /** The fault's kind. */
  readonly fault: Fault['kind'];
  readonly answer: AnswerFault;
}

/** By object and number of the call about it, counted from 1. */
export function plannedAnswers(plan: Plan): (objectId: string, call: number) => PlannedAnswer | undefined {
  const answers = new Map<string, PlannedAnswer>();
  for (const { when, do: fault } of plan.steps) {
    const answer = when.kind === 'call' ? faultKind(fault).answer?.(fault) : undefined;
    if (when.kind === 'call' && answer !== undefined)
      answers.set(`${when.objectId}#${when.call}`, { fault: fault.kind, answer });
  }
  return (objectId, call) => answers.get(`${objectId}#${call}`);
}
