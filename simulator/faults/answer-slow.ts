import type { FaultKind } from './fault-kind.ts';

export interface AnswerSlow {
  readonly kind: 'answer-slow';
  /** Real milliseconds from the call's last byte to the answer. */
  readonly afterMs: number;
}

/** The service that the receiver calls does the work at once and takes its time to say so. */
export const answerSlow: FaultKind<AnswerSlow> = {
  kind: 'answer-slow',
  title: "The answer to the receiver's own call is slow",
  summary:
    'The service that the receiver calls does the work and answers late: a receiver that stops waiting cannot know whether it was done.',
  answer: (fault) => ({ kind: 'slow', afterMs: fault.afterMs }),
};
