import { factsCalledWith } from './calls.ts';
import type { Hazard } from './hazard.ts';

export const outgoingAnswerSlow: Hazard = {
  id: 'outgoing-answer-slow',
  title: 'the answer to a call of the receiver was slow',
  touched: (record) => factsCalledWith(record, 'answer-slow'),
};
