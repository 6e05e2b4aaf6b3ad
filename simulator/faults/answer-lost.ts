import type { FaultKind } from './fault-kind.ts';

export interface AnswerLost {
  readonly kind: 'answer-lost';
}

/** The lost 200 one step further on: the service that the receiver called did the work, and its answer never came back. */
export const answerLost: FaultKind<AnswerLost> = {
  kind: 'answer-lost',
  title: "The answer to the receiver's own call is lost",
  summary:
    'The service that the receiver calls does the work, and the connection ends before its answer: the receiver cannot know whether it was done.',
  answer: () => ({ kind: 'lost' }),
};
