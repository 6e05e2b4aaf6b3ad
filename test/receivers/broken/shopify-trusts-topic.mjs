/** Wrong: the topic says what happened, and the topic is in a header that nobody signs. */
import '@shopify/shopify-api/adapters/node';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import { fact, parse, Refusal, serve } from '../../../examples/vendors/serve.mjs';

const shopify = shopifyApi({
  apiKey: 'of-your-app',
  apiSecretKey: process.env.SHOPIFY_API_SECRET,
  apiVersion: ApiVersion.July26,
  hostName: 'example.com',
  isEmbeddedApp: false,
});

const STATES = {
  'orders/create': 'pending',
  'orders/paid': 'paid',
  'orders/fulfilled': 'fulfilled',
  'orders/cancelled': 'voided',
  'refunds/create': 'refunded',
};
const RANKS = { pending: 1, paid: 2, fulfilled: 3, voided: 3, refunded: 4 };

await serve(async ({ headers, rawBody, url }) => {
  const rawRequest = { method: 'POST', url, headers };
  const check = await shopify.webhooks.validate({ rawBody: rawBody.toString(), rawRequest });
  if (!check.valid) throw new Refusal(401, check.reason);
  const state = STATES[headers['x-shopify-topic']];
  if (state === undefined) return [];
  const body = parse(rawBody);
  const id = body.order_id ?? body.id;
  const objectId = Number.isSafeInteger(id) ? String(id) : undefined;
  return [
    fact({
      ...{ eventId: check.webhookId, objectId, state, rank: RANKS[state] },
      key: `${objectId} ${state}`,
      at: new Date(body.updated_at ?? body.created_at),
      ...((state === 'paid' || state === 'refunded') && { effect: 'ledger' }),
    }),
  ];
});
