import { shopifyEventsScheme } from '../signing/shopify.ts';
import type { Profile } from './profile.ts';
import { API_VERSION, inNanoseconds, SHOP, shopify, shopifyBody, shopifyEventId } from './shopify.ts';

/** The newer family of headers; the vendor's library goes by which signature header is there. */
export const shopifyEvents: Profile = {
  ...shopify,
  id: 'shopify-events',
  title: 'Shopify Events (shopify-hmac-sha256, shopify-topic)',
  grounds: {
    ...shopify.grounds,
    signature: { basis: 'documented', source: '@shopify/shopify-api 13.1.0, webhooks/validate' },
    headers: {
      basis: 'inferred',
      source:
        '@shopify/shopify-api 13.1.0 names the headers; what stands in handle, action and resource id is assumed',
    },
    payload: { basis: 'assumed', source: 'not found; the same resource as under the older headers' },
  },
  retryPolicy: {
    ...shopify.retryPolicy,
    id: 'shopify-events',
    source: 'as under the older headers: 8 retries over 4 hours; the waits are assumed',
  },
  timeoutBasis: 'inferred',
  timeoutSource: 'as under the older headers: five seconds in all',
  scheme: shopifyEventsScheme,
  headerNames: {
    id: 'shopify-webhook-id',
    topic: 'shopify-topic',
    tenant: 'shopify-shop-domain',
  },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'shopify-action': event.type.replace(/.*\//, ''),
      'shopify-api-version': API_VERSION,
      'shopify-event-id': shopifyEventId(event),
      'shopify-handle': 'lost200',
      'shopify-resource-id': `gid://shopify/Order/${event.objectId}`,
      'shopify-shop-domain': SHOP,
      'shopify-topic': event.type,
      'shopify-triggered-at': inNanoseconds(event.occurredAt),
      'shopify-webhook-id': event.id,
    },
    body: shopifyBody(event.data),
  }),
};
