/** Orders of a Shopify shop. Both families of headers, X-Shopify-* and shopify-*, are the library's affair. */
import '@shopify/shopify-api/adapters/node';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import { fact, parse, Refusal, serve } from './serve.mjs';

const shopify = shopifyApi({
  apiKey: 'of-your-app',
  apiSecretKey: process.env.SHOPIFY_API_SECRET,
  apiVersion: ApiVersion.July26,
  hostName: 'example.com',
  isEmbeddedApp: false,
});

/** Of two snapshots of one second the later in the life of an order stays. */
const RANKS = { pending: 1, paid: 2, fulfilled: 3, voided: 3, refunded: 4 };

await serve(async ({ headers, rawBody, url }) => {
  const rawRequest = { method: 'POST', url, headers };
  const check = await shopify.webhooks.validate({ rawBody: rawBody.toString(), rawRequest });
  if (!check.valid) throw new Refusal(401, check.reason);
  return readOrder(parse(rawBody), check.webhookId);
});

/**
 * The signature covers the body and no header: topic, shop and id can be changed by whoever saw one request. What it is about, and
 * whether it is known, is read from the body.
 */
function readOrder(body, eventId) {
  const isRefund = body.order_id !== undefined;
  if (!isRefund && body.financial_status === undefined) return [];
  const id = isRefund ? body.order_id : body.id;
  const objectId = Number.isSafeInteger(id) ? String(id) : undefined;
  const state = isRefund ? 'refunded' : stateOf(body);
  const at = isRefund ? body.created_at : body.updated_at;
  return [
    fact({
      ...{ eventId, objectId, state, at: new Date(at), rank: RANKS[state] },
      key: `${objectId} ${state} ${at}`,
      ...((isRefund || state === 'paid') && { effect: 'ledger' }),
    }),
  ];
}

function stateOf({ cancelled_at: cancelledAt, fulfillment_status: fulfillment, financial_status: money }) {
  if (cancelledAt) return 'voided';
  return fulfillment === 'fulfilled' ? 'fulfilled' : money;
}
