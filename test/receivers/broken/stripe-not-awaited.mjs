/** Wrong: `constructEventAsync` without `await` (it is there for Workers and Deno). What it refuses, it refuses too late. */
import Stripe from 'stripe';
import { parse, Refusal, serve } from '../../../examples/vendors/serve.mjs';
import { paymentFacts } from '../stripe-payments.mjs';

const SECRET = process.env.STRIPE_WEBHOOK_SECRET;

process.on('unhandledRejection', (error) => console.error(String(error)));

await serve(({ headers, rawBody }) => {
  const event = Stripe.webhooks.constructEventAsync(rawBody, headers['stripe-signature'], SECRET);
  if (!event) throw new Refusal(400, 'wrong signature');
  return paymentFacts(parse(rawBody));
});
