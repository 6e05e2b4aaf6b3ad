/**
 * Standard Webhooks signatures, https://www.standardwebhooks.com: HMAC-SHA256 over `id.timestamp.rawBody`,
 * checked on the bytes that arrived. Parsing the body first and serialising it again breaks good signatures.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const TOLERANCE_SECONDS = 5 * 60;

/**
 * `secrets` may hold several, separated by spaces, so that a secret can be rotated without refusing
 * anything. `receivedAtMs`: when the request came, where that is not now.
 */
export function verify(
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
  secrets: string,
  receivedAtMs: number = Date.now(),
): boolean {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(receivedAtMs / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;

  const given = signatures.split(' ');
  return keys(secrets).some((key) => {
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64');
    return given.some((signature) => same(signature, `v1,${mac}`));
  });
}

function keys(secrets: string): Buffer[] {
  return secrets
    .split(' ')
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .filter((key) => key.length > 0);
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
