/** Standard Webhooks signatures, scheme v1 (https://www.standardwebhooks.com, spec/standard-webhooks.md). */
import { createHmac } from 'node:crypto';

/**
 * The value of `webhook-signature`: `v1,` and the base64 HMAC-SHA256 over `id.timestamp.body`, one entry per secret,
 * separated by spaces. A secret is base64 of 24 to 64 bytes, after an optional `whsec_`. The timestamp is in seconds.
 */
export function signStandardWebhooks(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: Uint8Array,
): string {
  return secrets
    .map((secret) => {
      const mac = createHmac('sha256', secretKey(secret));
      mac.update(`${id}.${timestampSeconds}.`);
      mac.update(body);
      return `v1,${mac.digest('base64')}`;
    })
    .join(' ');
}

const keys = new Map<string, Buffer>();

function secretKey(secret: string): Buffer {
  let key = keys.get(secret);
  if (key === undefined) {
    key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    keys.set(secret, key);
  }
  return key;
}
