import { plantedCustomer } from '../canary.ts';
import type { Lifecycle } from './lifecycle.ts';

/** A credit account: what is granted and spent adds up in whatever order it becomes known. */
export const credit: Lifecycle = {
  id: 'credit',
  title: 'A credit account on which amounts are granted and spent',
  facts: {
    granted: {
      type: 'credit.granted',
      state: 'open',
      effects: [{ kind: 'entry', when: 'always' }],
      timesMax: 2,
    },
    spent: { type: 'credit.spent', state: 'open', effects: [{ kind: 'entry', when: 'always' }], timesMax: 2 },
  },
  start: ['granted'],
  next: { granted: ['granted', 'spent'], spent: ['granted', 'spent'] },
  payload: {
    id: '{objectId}',
    status: '{status}',
    version: '{version}',
    amount: '{movement}',
    currency: 'EUR',
    customer: plantedCustomer,
  },
  draws: { movement: { kind: 'amount', min: 100, max: 9900 } },
  values: {
    balance: { kind: 'sum', field: 'movement', plus: ['granted'], minus: ['spent'], when: 'always' },
    movements: { kind: 'count', facts: ['granted', 'spent'], when: 'always' },
  },
};
