/** What the broken receivers of Stripe's events have right. */
import { fact } from '../../examples/vendors/serve.mjs';

const RANKS = { requires_payment_method: 1, processing: 2, canceled: 3, succeeded: 3, refunded: 4 };

export function paymentFacts({ id: eventId, type, created, data }) {
  const isRefund = type === 'charge.refunded';
  if (!isRefund && !String(type).startsWith('payment_intent.')) return [];
  const objectId = isRefund ? data?.object?.payment_intent : data?.object?.id;
  const state = isRefund ? 'refunded' : data?.object?.status;
  const isOwed = isRefund || type === 'payment_intent.succeeded';
  return [
    fact({
      ...{ eventId, objectId, state, at: new Date(created * 1000), rank: RANKS[state] },
      ...(isOwed && { effect: 'ledger', effectKey: `${objectId} ${type}` }),
    }),
  ];
}
