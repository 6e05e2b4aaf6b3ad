import type { Invariant } from './invariant.ts';
import { judgeValues } from './judged-values.ts';

export const valuesAddUp: Invariant = {
  id: 'values-add-up',
  title:
    'Amounts and counts add up: each fact counts once, whatever was sent again, late or at the same time.',
  mend: "Write each movement as a row under a unique key and sum the rows, or change the total in the database (`total = total + x`) in the transaction that takes the event's id.",
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record, sights) => judgeValues(record, sights, ['sum', 'count', 'unique']),
};
