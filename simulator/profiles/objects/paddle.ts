import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const CUSTOMER_ID = 'ctm_01grnn4zta5a1mf02jjze7y2ys';

const unitPrice: JsonObject = { amount: '{amount.text}', currency_code: 'EUR' };

const totals: JsonObject = {
  subtotal: '{amount.text}',
  tax: '0',
  total: '{amount.text}',
  currency_code: 'EUR',
};

/** What Paddle calls a price with its product is cut down to what receivers look at. */
const price = (id: string): JsonObject => ({
  id,
  product_id: 'pro_01gsz4t5hdjse780zja8vvr7jg',
  name: 'Monthly (per seat)',
  description: 'Monthly',
  type: 'standard',
  billing_cycle: { interval: 'month', frequency: 1 },
  tax_mode: 'account_setting',
  unit_price: unitPrice,
  unit_price_overrides: [],
  quantity: { minimum: 1, maximum: 100 },
  status: 'active',
});

/** Statuses are those of the library's enums, transitions are inferred. There is no version: `updated_at` and `occurred_at` order. */
export const paddleSubscription: Lifecycle = {
  id: 'paddle/subscription',
  title: 'A Paddle subscription that is tried, activated, paused, past due or canceled',
  facts: {
    created: { type: 'subscription.created', state: 'trialing' },
    activated: {
      type: 'subscription.activated',
      state: 'active',
      effects: [{ kind: 'provisioning' }],
    },
    pastDue: { type: 'subscription.past_due', state: 'past_due' },
    paused: { type: 'subscription.paused', state: 'paused' },
    canceled: {
      type: 'subscription.canceled',
      state: 'canceled',
      effects: [{ kind: 'provisioning' }],
      payload: { canceled_at: '{occurredAt}', next_billed_at: null },
    },
  },
  start: ['created'],
  next: {
    created: ['activated'],
    activated: ['pastDue', 'paused', 'canceled'],
    pastDue: ['canceled'],
    paused: ['canceled'],
  },
  payload: {
    id: '{objectId}',
    status: '{status}',
    customer_id: CUSTOMER_ID,
    currency_code: 'EUR',
    created_at: '{createdAt}',
    updated_at: '{occurredAt}',
    started_at: '{createdAt}',
    canceled_at: null,
    collection_mode: 'automatic',
    billing_cycle: { interval: 'month', frequency: 1 },
    items: [
      {
        status: 'active',
        quantity: 10,
        recurring: true,
        created_at: '{createdAt}',
        price: price('pri_01gsz8x8sawmvhz1pv30nge1ke'),
      },
    ],
    custom_data: { contact: '{canary.email}' },
  },
  objectIdShape: 'sub_01h{base36:23}',
};

/** The refund of a whole transaction. */
const adjustment: JsonObject = {
  action: 'refund',
  transaction_id: '{objectId}',
  customer_id: CUSTOMER_ID,
  reason: 'requested_by_customer',
  status: 'approved',
  currency_code: 'EUR',
  items: [],
  totals,
  created_at: '{occurredAt}',
  updated_at: '{occurredAt}',
};

/** A sale. It is refunded by an adjustment, an object of its own that names it: the profile sends that one then. */
export const paddleTransaction: Lifecycle = {
  id: 'paddle/transaction',
  title: 'A Paddle transaction that is ready, paid, completed, refunded or canceled',
  facts: {
    ready: { type: 'transaction.ready', state: 'ready' },
    paid: { type: 'transaction.paid', state: 'paid', effects: [{ kind: 'ledger' }] },
    completed: { type: 'transaction.completed', state: 'completed' },
    refunded: {
      type: 'adjustment.updated',
      state: 'completed',
      effects: [{ kind: 'ledger' }],
      payload: { adjustment },
    },
    canceled: { type: 'transaction.canceled', state: 'canceled' },
  },
  start: ['ready'],
  next: { ready: ['paid', 'canceled'], paid: ['completed'], completed: ['refunded'] },
  payload: {
    id: '{objectId}',
    status: '{status}',
    customer_id: CUSTOMER_ID,
    currency_code: 'EUR',
    origin: 'api',
    collection_mode: 'automatic',
    created_at: '{createdAt}',
    updated_at: '{occurredAt}',
    items: [{ quantity: 1, price: price('pri_01gsz8z1q1n00f12qt82y31smh') }],
    details: {
      totals: { ...totals, discount: '0', grand_total: '{amount.text}' },
      tax_rates_used: [],
      line_items: [],
    },
    payments: [],
    custom_data: { contact: '{canary.email}' },
  },
  objectIdShape: 'txn_01h{base36:23}',
};
