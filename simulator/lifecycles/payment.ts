import { plantedCustomer } from '../canary.ts';
import type { Lifecycle } from './lifecycle.ts';

/** A card payment: every movement of money (paid, refunded, chargeback) owes one ledger entry. */
export const payment: Lifecycle = {
  id: 'payment',
  title: 'A payment that is paid, fails, is refunded or charged back',
  facts: {
    pending: { type: 'payment.pending', state: 'pending' },
    paid: { type: 'payment.paid', state: 'paid', effects: [{ kind: 'ledger' }] },
    failed: { type: 'payment.failed', state: 'failed' },
    cancelled: { type: 'payment.cancelled', state: 'cancelled' },
    refunded: { type: 'payment.refunded', state: 'refunded', effects: [{ kind: 'ledger' }] },
    chargeback: { type: 'payment.chargeback', state: 'chargeback', effects: [{ kind: 'ledger' }] },
  },
  start: ['pending'],
  next: {
    pending: ['paid', 'failed', 'cancelled'],
    failed: ['paid'],
    paid: ['refunded', 'chargeback'],
  },
  payload: {
    id: '{objectId}',
    status: '{status}',
    version: '{version}',
    amount: '{amount}',
    currency: 'EUR',
    customer: plantedCustomer,
  },
};
