/** Standard Webhooks signatures, schemes v1 and v1a (https://www.standardwebhooks.com, spec/standard-webhooks.md). */
import { ed25519Scheme } from './ed25519.ts';
import { hmacScheme, type HmacDescription } from './hmac.ts';
import type { Scheme } from './scheme.ts';

/** Base64 HMAC-SHA256 over `id.timestamp.body`, an entry `v1,…` per secret; a secret is base64 of 24 to 64 bytes after `whsec_`. */
export const standardWebhooksV1: HmacDescription = {
  algorithm: 'sha256',
  encoding: 'base64',
  signs: '{id}.{timestamp}.{body}',
  headers: {
    'webhook-id': '{id}',
    'webhook-timestamp': '{timestamp}',
    'webhook-signature': '{signatures}',
  },
  entry: '{version},{digest}',
  version: 'v1',
  separator: ' ',
  key: 'base64',
  keyPrefix: 'whsec_',
  keyBytesMin: 24,
  keyBytesMax: 64,
  toleranceSeconds: 300,
};

export const standardWebhooksScheme: Scheme = hmacScheme('standard-webhooks-v1', standardWebhooksV1);

/** Base64 Ed25519 over the same; `whsk_` and `whpk_` stand before base64 of 64 (private and public) and 32 bytes. */
export const standardWebhooksV1aScheme: Scheme = ed25519Scheme('standard-webhooks-v1a', {
  encoding: 'base64',
  signs: standardWebhooksV1.signs,
  headers: standardWebhooksV1.headers,
  entry: '{version},{digest}',
  version: 'v1a',
  separator: ' ',
  keyPrefix: 'whsk_',
  publicKeyPrefix: 'whpk_',
  keyHolds: 'seed-and-public',
  toleranceSeconds: 300,
});

/** The value of `webhook-signature`. The timestamp is in seconds. */
export function signStandardWebhooks(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: Uint8Array,
): string {
  const parcel = { url: 'http://localhost/', headers: {}, body };
  const signed = standardWebhooksScheme.sign(parcel, { secrets, id, atMs: timestampSeconds * 1000 });
  return signed.headers['webhook-signature'] ?? '';
}
