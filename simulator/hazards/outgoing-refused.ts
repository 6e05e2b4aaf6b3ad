import { factsCalledWith } from './calls.ts';
import type { Hazard } from './hazard.ts';

export const outgoingRefused: Hazard = {
  id: 'outgoing-refused',
  title: 'a call of the receiver was refused',
  touched: (record) => factsCalledWith(record, 'answer-refused'),
};
