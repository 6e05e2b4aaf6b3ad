import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const money: JsonObject = {
  shop_money: { amount: '{amount.decimal}', currency_code: 'EUR' },
  presentment_money: { amount: '{amount.decimal}', currency_code: 'EUR' },
};

const address: JsonObject = {
  first_name: null,
  last_name: null,
  name: '{canary.name}',
  phone: '{canary.phone}',
  address1: 'Rua da Prata 1',
  city: 'Lisboa',
  zip: '1100-052',
  country: 'Portugal',
  country_code: 'PT',
};

/** The order as a whole, as every topic about it has it. `updated_at`, in seconds, says which of two is the newer. */
function order(state: JsonObject): JsonObject {
  return {
    id: '{objectNumber}',
    admin_graphql_api_id: 'gid://shopify/Order/{objectId}',
    app_id: 580111,
    cancel_reason: null,
    cancelled_at: null,
    closed_at: null,
    confirmed: true,
    contact_email: '{canary.email}',
    created_at: '{createdAt}',
    currency: 'EUR',
    current_total_price: '{amount.decimal}',
    email: '{canary.email}',
    financial_status: '{status}',
    fulfillment_status: null,
    name: '#{objectId}',
    note: null,
    order_status_url: 'https://lost200.myshopify.com/548380009/orders/{objectId}/authenticate?key=1',
    phone: '{canary.phone}',
    processed_at: '{createdAt}',
    source_name: 'web',
    subtotal_price: '{amount.decimal}',
    tags: '',
    test: false,
    total_price: '{amount.decimal}',
    total_price_set: money,
    updated_at: '{occurredAt}',
    customer: {
      id: 115310627314723954,
      email: '{canary.email}',
      first_name: '{canary.name}',
      phone: '{canary.phone}',
      admin_graphql_api_id: 'gid://shopify/Customer/115310627314723954',
    },
    billing_address: address,
    shipping_address: address,
    line_items: [
      {
        id: 866550311766439020,
        admin_graphql_api_id: 'gid://shopify/LineItem/866550311766439020',
        current_quantity: 1,
        fulfillment_status: null,
        price: '{amount.decimal}',
        quantity: 1,
        sku: 'L-200',
        title: 'Lamp, 200 lm',
      },
    ],
    ...state,
  };
}

/** What `refunds/create` is about: a resource of its own that names the order. */
const refund: JsonObject = {
  id: '{objectNumber}',
  admin_graphql_api_id: 'gid://shopify/Refund/{objectId}',
  order_id: '{objectNumber}',
  created_at: '{occurredAt}',
  processed_at: '{occurredAt}',
  note: 'broken on arrival',
  restock: true,
  user_id: 548380009,
  order_adjustments: [],
  refund_line_items: [],
  transactions: [
    {
      id: 389404469,
      amount: '{amount.decimal}',
      currency: 'EUR',
      gateway: 'bogus',
      kind: 'refund',
      order_id: '{objectNumber}',
      status: 'success',
    },
  ],
};

/** An order. Each movement of money owes one ledger entry. */
export const shopifyOrder: Lifecycle = {
  id: 'shopify/order',
  title: 'An order that is created, paid, fulfilled, cancelled or refunded',
  objectIdShape: '{int:13}',
  facts: {
    created: { type: 'orders/create', state: 'pending', payload: order({}) },
    paid: {
      type: 'orders/paid',
      state: 'paid',
      effects: [{ kind: 'ledger' }],
      payload: order({}),
    },
    fulfilled: {
      type: 'orders/fulfilled',
      state: 'fulfilled',
      payload: order({ financial_status: 'paid', fulfillment_status: 'fulfilled' }),
    },
    cancelled: {
      type: 'orders/cancelled',
      state: 'voided',
      payload: order({ cancel_reason: 'customer', cancelled_at: '{occurredAt}' }),
    },
    refunded: {
      type: 'refunds/create',
      state: 'refunded',
      effects: [{ kind: 'ledger' }],
      payload: refund,
    },
  },
  start: ['created'],
  next: {
    created: ['paid', 'cancelled'],
    paid: ['fulfilled', 'refunded'],
    fulfilled: ['refunded'],
  },
  payload: {},
};
