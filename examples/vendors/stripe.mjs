/** Payment intents of Stripe, and refunds of their charges. */
import Stripe from 'stripe';
import { fact, Refusal, serve } from './serve.mjs';

/** While a secret is rolled there are two: STRIPE_WEBHOOK_SECRET="whsec_new whsec_old". */
const SECRETS = process.env.STRIPE_WEBHOOK_SECRET.split(' ');

/** Money moved: one ledger entry. Stripe may announce one change by two events, so the entry is known by object and type. */
const LEDGER = new Set(['payment_intent.succeeded', 'charge.refunded']);

/** `created` has whole seconds: of two events of one second the later in the life of a payment stays. */
const RANKS = { requires_payment_method: 1, processing: 2, canceled: 3, succeeded: 3, refunded: 4 };

await serve(({ headers, rawBody }) => {
  const { id, type, created, data } = verified(rawBody, headers['stripe-signature']);
  const payment = paymentIn(String(type), data?.object);
  if (payment === undefined) return [];
  return [
    fact({
      eventId: id,
      ...payment,
      at: new Date(created * 1000),
      rank: RANKS[payment.state],
      ...(LEDGER.has(type) && { effect: 'ledger', effectKey: `${payment.objectId} ${type}` }),
    }),
  ];
});

/** On the bytes: what was parsed and written again has another signature. */
function verified(rawBody, signature) {
  for (const secret of SECRETS) {
    try {
      const event = Stripe.webhooks.constructEvent(rawBody, signature, secret);
      if (event?.object === 'event') return event;
    } catch {
      // perhaps the other secret
    }
  }
  throw new Refusal(400, 'wrong signature, or not an event');
}

/** Undefined for events that are of no interest here. */
function paymentIn(type, object) {
  if (type === 'charge.refunded') return { objectId: object?.payment_intent, state: 'refunded' };
  if (type.startsWith('payment_intent.')) return { objectId: object?.id, state: object?.status };
  return undefined;
}
