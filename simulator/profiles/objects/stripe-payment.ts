import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

/** `data` of an event about a payment intent. Stripe shows no version: the event's `created`, in seconds, is all there is. */
function paymentIntent(state: JsonObject): JsonObject {
  return {
    object: {
      id: '{objectId}',
      object: 'payment_intent',
      amount: '{amount}',
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic',
      client_secret: '{objectId}_secret_lost200',
      confirmation_method: 'automatic',
      created: '{createdAt.seconds}',
      currency: 'eur',
      customer: null,
      description: 'Order of {canary.name}',
      last_payment_error: null,
      latest_charge: null,
      livemode: true,
      metadata: {},
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_options: { card: { request_three_d_secure: 'automatic' } },
      payment_method_types: ['card'],
      processing: null,
      receipt_email: '{canary.email}',
      setup_future_usage: null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: '{status}',
      transfer_data: null,
      transfer_group: null,
      ...state,
    },
  };
}

const chargeId = 'ch_{objectId}';

const declined: JsonObject = {
  charge: chargeId,
  code: 'card_declined',
  decline_code: 'generic_decline',
  doc_url: 'https://stripe.com/docs/error-codes/card-declined',
  message: 'Your card was declined.',
  type: 'card_error',
};

/** `data` of an event about the charge of the payment: another object, which names the payment intent. */
function charge(state: JsonObject): JsonObject {
  return {
    object: {
      id: chargeId,
      object: 'charge',
      amount: '{amount}',
      amount_captured: '{amount}',
      amount_refunded: 0,
      billing_details: {
        address: { city: null, country: 'DE', line1: null, line2: null, postal_code: null, state: null },
        email: '{canary.email}',
        name: '{canary.name}',
        phone: '{canary.phone}',
      },
      captured: true,
      created: '{createdAt.seconds}',
      currency: 'eur',
      customer: null,
      disputed: false,
      livemode: true,
      metadata: {},
      paid: true,
      payment_intent: '{objectId}',
      receipt_email: '{canary.email}',
      refunded: false,
      status: 'succeeded',
      ...state,
    },
    previous_attributes: { amount_refunded: 0, refunded: false },
  };
}

/** A payment intent, up to the refund of its charge. Each movement of money owes one ledger entry. */
export const stripePayment: Lifecycle = {
  id: 'stripe/payment-intent',
  title: 'A payment intent that is created, declined, paid, canceled or refunded',
  objectIdShape: 'pi_3{base62:23}',
  facts: {
    created: {
      type: 'payment_intent.created',
      state: 'requires_payment_method',
      payload: paymentIntent({}),
    },
    failed: {
      type: 'payment_intent.payment_failed',
      state: 'requires_payment_method',
      payload: paymentIntent({ last_payment_error: declined, latest_charge: chargeId }),
    },
    processing: {
      type: 'payment_intent.processing',
      state: 'processing',
      payload: paymentIntent({ payment_method: 'pm_{objectId}' }),
    },
    succeeded: {
      type: 'payment_intent.succeeded',
      state: 'succeeded',
      effects: [{ kind: 'ledger' }],
      // Documented: two Event objects may be made for one change, to be told by the object's id and the type.
      alsoAs: ['payment_intent.succeeded'],
      payload: paymentIntent({
        amount_received: '{amount}',
        latest_charge: chargeId,
        payment_method: 'pm_{objectId}',
      }),
    },
    canceled: {
      type: 'payment_intent.canceled',
      state: 'canceled',
      payload: paymentIntent({
        canceled_at: '{occurredAt.seconds}',
        cancellation_reason: 'requested_by_customer',
      }),
    },
    refunded: {
      type: 'charge.refunded',
      state: 'refunded',
      effects: [{ kind: 'ledger' }],
      payload: charge({ amount_refunded: '{amount}', refunded: true }),
    },
  },
  start: ['created'],
  next: {
    created: ['succeeded', 'processing', 'failed', 'canceled'],
    failed: ['succeeded', 'canceled'],
    processing: ['succeeded', 'failed'],
    succeeded: ['refunded'],
  },
  payload: {},
};
