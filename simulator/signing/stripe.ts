/** Stripe's signatures (docs.stripe.com/webhooks/signature). */
import { hmacScheme } from './hmac.ts';
import type { Scheme } from './scheme.ts';

/** The key is the whole text of the secret, `whsec_` included. stripe-node 23.1.0 accepts any time in the future. */
export const stripeScheme: Scheme = hmacScheme('stripe-v1', {
  algorithm: 'sha256',
  encoding: 'hex',
  signs: '{timestamp}.{body}',
  headers: { 'Stripe-Signature': 't={timestamp},{signatures}' },
  entry: '{version}={digest}',
  version: 'v1',
  separator: ',',
  keyPrefix: 'whsec_',
  toleranceSeconds: 300,
  toleratesFuture: true,
});
