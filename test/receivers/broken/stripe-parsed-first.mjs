/** Wrong: the framework has parsed the body, and it is written again as Stripe does, with two spaces, to be verified (P1). */
import Stripe from 'stripe';
import { Refusal, serve } from '../../../examples/vendors/serve.mjs';
import { paymentFacts } from '../stripe-payments.mjs';

const SECRET = process.env.STRIPE_WEBHOOK_SECRET;

await serve(({ headers, rawBody }) => {
  try {
    const body = JSON.stringify(JSON.parse(rawBody.toString()), null, 2);
    return paymentFacts(Stripe.webhooks.constructEvent(body, headers['stripe-signature'], SECRET));
  } catch {
    throw new Refusal(400, 'wrong signature');
  }
});
