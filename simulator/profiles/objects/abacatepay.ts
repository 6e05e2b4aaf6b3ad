/** What AbacatePay sends of its checkouts (version 2). */
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

export const abacatepayCheckout: Lifecycle = {
  id: 'abacatepay/checkout',
  title: 'An AbacatePay checkout that is paid, disputed or refunded',
  facts: {
    completed: { type: 'checkout.completed', state: 'PAID', effects: [{ kind: 'ledger' }] },
    disputed: { type: 'checkout.disputed', state: 'DISPUTED', effects: [{ kind: 'notification' }] },
    refunded: { type: 'checkout.refunded', state: 'REFUNDED', effects: [{ kind: 'ledger' }] },
  },
  start: ['completed'],
  next: { completed: ['refunded', 'disputed'], disputed: ['refunded'] },
  objectIdShape: 'bill_{base62:24}',
  payload: {
    checkout: {
      id: '{objectId}',
      externalId: 'order-{objectId}',
      url: 'https://app.abacatepay.com/pay/{objectId}',
      amount: '{amount}',
      paidAmount: '{amount}',
      platformFee: 80,
      items: [{ id: 'prod_3mXkQ2WcTfJbqRzPu8aGhLdE', quantity: 1 }],
      status: '{status}',
      methods: ['PIX'],
      frequency: 'ONE_TIME',
      coupons: [],
      createdAt: '{createdAt}',
      updatedAt: '{occurredAt}',
    },
    customer: {
      id: 'cust_bcmYc1UmWzCzWpXuDcNLSjfa',
      name: '{canary.name}',
      email: '{canary.email}',
      cellphone: '{canary.phone}',
      taxId: '123.***.789-**',
    },
  },
};
