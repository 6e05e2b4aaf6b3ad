import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const money: JsonObject = { amount: '{amount}', currency: 'EUR' };

/**
 * A card payment that is authorised first. A refund leaves its status as it is and shows in `refunded_money`. Statuses are those of
 * the library's types, transitions are inferred.
 */
export const squarePayment: Lifecycle = {
  id: 'square/payment',
  title: 'A Square payment that is approved, completed, refunded, canceled or fails',
  facts: {
    approved: { type: 'payment.created', state: 'APPROVED' },
    completed: { type: 'payment.updated', state: 'COMPLETED', effects: [{ kind: 'ledger' }] },
    refunded: {
      type: 'payment.updated',
      state: 'COMPLETED',
      effects: [{ kind: 'ledger' }],
      payload: { refunded_money: money, refund_ids: ['{objectId}_refund'] },
    },
    canceled: { type: 'payment.updated', state: 'CANCELED' },
    failed: { type: 'payment.updated', state: 'FAILED' },
  },
  start: ['approved'],
  next: { approved: ['completed', 'canceled', 'failed'], completed: ['refunded'] },
  payload: {
    id: '{objectId}',
    created_at: '{createdAt}',
    updated_at: '{occurredAt}',
    amount_money: money,
    total_money: money,
    status: '{status}',
    source_type: 'CARD',
    card_details: {
      status: '{status}',
      card: {
        card_brand: 'VISA',
        last_4: '5858',
        exp_month: 3,
        exp_year: 2030,
        cardholder_name: '{canary.name}',
      },
      entry_method: 'KEYED',
    },
    location_id: 'L88917AVBK2S5',
    order_id: '{objectId}_order',
    buyer_email_address: '{canary.email}',
    billing_address: { first_name: '{canary.name}', country: 'ES' },
    version_token: '{objectId}-{status}',
  },
  objectIdShape: '{base62:22}VY',
};
