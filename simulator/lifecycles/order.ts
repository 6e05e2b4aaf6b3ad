import { plantedCustomer } from '../canary.ts';
import type { Lifecycle } from './lifecycle.ts';

/** An order: receipts for money that moved, tracking numbers that grow with each parcel, refunds that add up. */
export const order: Lifecycle = {
  id: 'order',
  title: 'An order that is paid, shipped in parcels, delivered, returned or cancelled',
  facts: {
    created: { type: 'order.created', state: 'created' },
    paid: {
      type: 'order.paid',
      state: 'paid',
      effects: [{ kind: 'receipt' }],
      alsoAs: ['order.paid'],
    },
    shipped: { type: 'order.shipped', state: 'shipped', timesMax: 2 },
    delivered: { type: 'order.delivered', state: 'delivered' },
    returned: {
      type: 'order.returned',
      state: 'returned',
      effects: [{ kind: 'receipt', when: 'always' }],
      payload: { refund: '{refund}' },
      timesMax: 2,
    },
    cancelled: { type: 'order.cancelled', state: 'cancelled' },
  },
  start: ['created'],
  next: {
    created: ['paid', 'cancelled'],
    paid: ['shipped'],
    shipped: ['shipped', 'delivered'],
    delivered: ['returned'],
    returned: ['returned'],
  },
  payload: {
    id: '{objectId}',
    status: '{status}',
    version: '{version}',
    amount: '{amount}',
    currency: 'EUR',
    trackingNumbers: '{trackingNumbers}',
    customer: plantedCustomer,
  },
  draws: {
    refund: { kind: 'amount', min: 100, max: 9900, on: ['returned'] },
    trackingNumbers: { kind: 'children', grows: true, on: ['shipped'] },
  },
  values: {
    paidAt: { kind: 'latest', field: 'occurredAt', facts: ['paid'] },
    trackingNumbers: { kind: 'set', field: 'trackingNumbers' },
    refunded: { kind: 'sum', field: 'refund', plus: ['returned'], when: 'always' },
    rows: { kind: 'unique' },
  },
};
