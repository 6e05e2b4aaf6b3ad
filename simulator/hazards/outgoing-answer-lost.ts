import { factsCalledWith } from './calls.ts';
import type { Hazard } from './hazard.ts';

export const outgoingAnswerLost: Hazard = {
  id: 'outgoing-answer-lost',
  title: 'the answer to a call of the receiver was lost after the work was done',
  touched: (record) => factsCalledWith(record, 'answer-lost'),
};
