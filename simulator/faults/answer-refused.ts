import type { FaultKind } from './fault-kind.ts';

export interface AnswerRefused {
  readonly kind: 'answer-refused';
}

/** The service that the receiver calls is down for a moment: nothing is done. */
export const answerRefused: FaultKind<AnswerRefused> = {
  kind: 'answer-refused',
  title: "The receiver's own call is refused",
  summary: 'The service that the receiver calls answers 503 for a while and does nothing.',
  answer: () => ({ kind: 'refused', status: 503 }),
};
