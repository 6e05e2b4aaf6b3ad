/** Wrong: without the library, and with the first `v1` alone. While the secret is rolled there are two. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, Refusal, serve } from '../../../examples/vendors/serve.mjs';
import { paymentFacts } from '../stripe-payments.mjs';

const SECRET = process.env.STRIPE_WEBHOOK_SECRET;
const TOLERANCE_SECONDS = 300;

await serve(({ headers, rawBody }) => {
  const parts = String(headers['stripe-signature']).split(',');
  const value = (name) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const due = createHmac('sha256', SECRET)
    .update(`${value('t')}.`)
    .update(rawBody)
    .digest('hex');
  const isRecent = Date.now() / 1000 - Number(value('t')) <= TOLERANCE_SECONDS;
  if (!isRecent || !same(due, value('v1'))) throw new Refusal(400, 'wrong signature');
  return paymentFacts(parse(rawBody));
});

function same(a, b) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
