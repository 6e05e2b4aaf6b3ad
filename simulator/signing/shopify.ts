/** Shopify's signatures (shopify.dev, "Verify webhook deliveries"), in both families of headers. */
import { hmacScheme, type HmacDescription } from './hmac.ts';
import type { Scheme } from './scheme.ts';

const overTheBody: Pick<HmacDescription, 'algorithm' | 'encoding' | 'signs'> = {
  algorithm: 'sha256',
  encoding: 'base64',
  signs: '{body}',
};

/** Base64 HMAC-SHA256 of the body with the app's client secret. There is no time, and one secret at a time. */
export const shopifyScheme: Scheme = hmacScheme('shopify', {
  ...overTheBody,
  headers: { 'X-Shopify-Hmac-Sha256': '{signatures}' },
});

export const shopifyEventsScheme: Scheme = hmacScheme('shopify-events', {
  ...overTheBody,
  headers: { 'shopify-hmac-sha256': '{signatures}' },
});
