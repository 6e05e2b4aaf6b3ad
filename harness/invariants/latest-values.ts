import type { Invariant } from './invariant.ts';
import { judgeValues } from './judged-values.ts';

export const latestValues: Invariant = {
  id: 'latest-values',
  title: 'In the end every object has the values of its newest acknowledged fact, and exactly its children.',
  mend: 'Take fields, children and instants from the event and only from a newer one, in the transaction that compares; never from your own clock.',
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record, sights) => judgeValues(record, sights, ['latest', 'set']),
};
