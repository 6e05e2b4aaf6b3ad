import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const money: JsonObject = { currency_code: 'EUR', value: '{amount.decimal}' };

/** The refund of a whole capture: an object of its own, which names the capture in a link alone. */
const refund: JsonObject = {
  amount: money,
  seller_payable_breakdown: { gross_amount: money, net_amount: money, total_refunded_amount: money },
  status: 'COMPLETED',
  create_time: '{occurredAt}',
  update_time: '{occurredAt}',
};

/** A captured payment. Statuses and transitions are inferred from the API. */
export const paypalCapture: Lifecycle = {
  id: 'paypal/capture',
  title: 'A PayPal capture that is pending, completed, refunded or declined',
  facts: {
    pending: { type: 'PAYMENT.CAPTURE.PENDING', state: 'PENDING' },
    completed: { type: 'PAYMENT.CAPTURE.COMPLETED', state: 'COMPLETED', effects: [{ kind: 'ledger' }] },
    declined: { type: 'PAYMENT.CAPTURE.DENIED', state: 'DECLINED' },
    refunded: {
      type: 'PAYMENT.CAPTURE.REFUNDED',
      state: 'REFUNDED',
      effects: [{ kind: 'ledger' }],
      payload: { refund },
    },
  },
  start: ['pending'],
  next: { pending: ['completed', 'declined'], completed: ['refunded'] },
  payload: {
    id: '{objectId}',
    status: '{status}',
    amount: money,
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    invoice_id: 'invoice-{objectId}',
    payee: { email_address: 'seller@example.com', merchant_id: 'X5XAHHCG636FA' },
    create_time: '{createdAt}',
    update_time: '{occurredAt}',
  },
  objectIdShape: '{BASE36:17}',
};

/** A subscription, with the person who has it. */
export const paypalSubscription: Lifecycle = {
  id: 'paypal/subscription',
  title: 'A PayPal subscription that is created, activated, suspended, cancelled or expires',
  facts: {
    created: { type: 'BILLING.SUBSCRIPTION.CREATED', state: 'APPROVAL_PENDING' },
    activated: {
      type: 'BILLING.SUBSCRIPTION.ACTIVATED',
      state: 'ACTIVE',
      effects: [{ kind: 'provisioning' }],
    },
    suspended: { type: 'BILLING.SUBSCRIPTION.SUSPENDED', state: 'SUSPENDED' },
    cancelled: {
      type: 'BILLING.SUBSCRIPTION.CANCELLED',
      state: 'CANCELLED',
      effects: [{ kind: 'provisioning' }],
    },
    expired: {
      type: 'BILLING.SUBSCRIPTION.EXPIRED',
      state: 'EXPIRED',
      effects: [{ kind: 'provisioning' }],
    },
  },
  start: ['created'],
  next: {
    created: ['activated'],
    activated: ['suspended', 'cancelled', 'expired'],
    suspended: ['cancelled'],
  },
  payload: {
    id: '{objectId}',
    plan_id: 'P-5ML4271244454362WXNWU5NQ',
    status: '{status}',
    status_update_time: '{occurredAt}',
    quantity: '1',
    subscriber: {
      name: { given_name: '{canary.name}' },
      email_address: '{canary.email}',
      payer_id: '2J6QB8YJQSJRJ',
    },
    create_time: '{createdAt}',
    update_time: '{occurredAt}',
  },
  objectIdShape: 'I-{BASE36:12}',
};
