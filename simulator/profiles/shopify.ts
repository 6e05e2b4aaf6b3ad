import type { JsonObject } from '../json.ts';
import { fillIdShape } from '../random.ts';
import { shopifyScheme } from '../signing/shopify.ts';
import { inWholeSeconds } from './objects/instants.ts';
import { shopifyOrder } from './objects/shopify.ts';
import { is2xx, type BoundEvent, type Profile } from './profile.ts';

export const SHOP = 'lost200.myshopify.com';
export const API_VERSION = '2026-07';

/** The body is the resource itself; everything about the event is in headers that nobody signs. */
export const shopify: Profile = {
  id: 'shopify',
  title: 'Shopify (X-Shopify-Hmac-Sha256, X-Shopify-Topic)',
  grounds: {
    signature: {
      basis: 'documented',
      source: 'shopify.dev, "Verify webhook deliveries"; @shopify/shopify-api 13.1.0',
    },
    headers: {
      basis: 'documented',
      source: '@shopify/shopify-api 13.1.0 and captured requests of hookdeck/webhook-samples 84a3957',
    },
    payload: {
      basis: 'documented',
      source: 'shopify.dev, REST order resource, shortened; escaped slashes as captured',
    },
    success: {
      basis: 'documented',
      source: 'shopify.dev, "Troubleshoot webhooks": 2xx; a redirect is a failure',
    },
  },
  eventIdShape: '{uuid}',
  retryPolicy: {
    id: 'shopify',
    title: '1 m, 2 m, 4 m, 8 m, 16 m, 32 m, 64 m, 113 m',
    delaysMs: [60, 120, 240, 480, 960, 1920, 3840, 6780].map((seconds) => seconds * 1000),
    retryAfter: 'ignored',
    basis: 'assumed',
    source:
      'documented (changelog of 2024-09-10): 8 retries over 4 hours, exponentially; the waits are assumed',
  },
  timeoutMs: 5000,
  timeoutBasis: 'documented',
  timeoutSource: 'shopify.dev, "Troubleshoot webhooks": one second to connect, five seconds in all',
  scheme: shopifyScheme,
  lifecycles: [shopifyOrder],
  headerNames: {
    id: 'X-Shopify-Webhook-Id',
    topic: 'X-Shopify-Topic',
    tenant: 'X-Shopify-Shop-Domain',
  },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Shopify-Captain-Hook',
      'X-Shopify-API-Version': API_VERSION,
      'X-Shopify-Event-Id': shopifyEventId(event),
      'X-Shopify-Shop-Domain': SHOP,
      'X-Shopify-Topic': event.type,
      'X-Shopify-Triggered-At': inNanoseconds(event.occurredAt),
      'X-Shopify-Webhook-Id': event.id,
    },
    body: shopifyBody(event.data),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

/** Of what happened, where the webhook's id is of one subscription to it. */
export function shopifyEventId(event: Pick<BoundEvent, 'id'>): string {
  return fillIdShape('{uuid}', event.id, 'event');
}

export function inNanoseconds(isoInstant: string): string {
  return isoInstant.replace('Z', '000000Z');
}

/** Slashes leave as `\/`: whoever writes the JSON anew signs other bytes. */
export function shopifyBody(data: JsonObject): Uint8Array {
  return Buffer.from(inWholeSeconds(JSON.stringify(data)).replaceAll('/', '\\/'));
}
