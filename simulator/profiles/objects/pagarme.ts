/** What Pagar.me (version 5) sends of its orders and charges. Amounts are cents. */
import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const customer: JsonObject = {
  id: 'cus_6l5dMWZ0hkHZ4XnE',
  name: '{canary.name}',
  email: '{canary.email}',
  document: '{canary.document}',
  type: 'individual',
  delinquent: false,
};

export const pagarmeOrder: Lifecycle = {
  id: 'pagarme/order',
  title: 'A Pagar.me order that is paid, fails or is canceled',
  facts: {
    created: { type: 'order.created', state: 'pending' },
    paid: { type: 'order.paid', state: 'paid', effects: [{ kind: 'receipt' }] },
    failed: { type: 'order.payment_failed', state: 'failed' },
    canceled: { type: 'order.canceled', state: 'canceled' },
  },
  start: ['created'],
  next: { created: ['paid', 'failed', 'canceled'], paid: ['canceled'] },
  objectIdShape: 'or_{base62:16}',
  payload: {
    id: '{objectId}',
    code: 'order-{objectId}',
    amount: '{amount}',
    currency: 'BRL',
    closed: true,
    items: [{ id: 'oi_ZDA8XjrHjfYVGBMg', description: 'Camiseta', amount: '{amount}', quantity: 1 }],
    customer,
    status: '{status}',
    created_at: '{createdAt}',
    updated_at: '{occurredAt}',
    charges: [
      {
        id: 'ch_{objectId}',
        code: 'order-{objectId}',
        amount: '{amount}',
        currency: 'BRL',
        payment_method: 'pix',
      },
    ],
  },
};

export const pagarmeCharge: Lifecycle = {
  id: 'pagarme/charge',
  title: 'A Pagar.me charge that is paid, fails, is refunded or charged back',
  facts: {
    pending: { type: 'charge.pending', state: 'pending' },
    paid: {
      type: 'charge.paid',
      state: 'paid',
      effects: [{ kind: 'ledger' }],
      payload: { paid_amount: '{amount}', paid_at: '{occurredAt}' },
    },
    failed: { type: 'charge.payment_failed', state: 'failed' },
    refunded: {
      type: 'charge.refunded',
      state: 'canceled',
      effects: [{ kind: 'ledger' }],
      payload: { canceled_amount: '{amount}', canceled_at: '{occurredAt}' },
    },
    chargedback: { type: 'charge.chargedback', state: 'chargedback', effects: [{ kind: 'ledger' }] },
  },
  start: ['pending'],
  next: { pending: ['paid', 'failed'], paid: ['refunded', 'chargedback'] },
  objectIdShape: 'ch_{base62:16}',
  payload: {
    id: '{objectId}',
    code: 'charge-{objectId}',
    gateway_id: '1437902',
    amount: '{amount}',
    currency: 'BRL',
    payment_method: 'pix',
    status: '{status}',
    created_at: '{createdAt}',
    updated_at: '{occurredAt}',
    customer,
  },
};
