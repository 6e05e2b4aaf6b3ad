/** Pieces of Standard Webhooks verification, for receivers that put them together by hand. */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { secretsInUse } from '../../examples/receivers/server.ts';

const TOLERANCE_SECONDS = 5 * 60;

/** One header as text; empty when it is missing. */
export function text(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/** The signatures that the request should have, one for each secret. */
export function expected(
  headers: IncomingHttpHeaders,
  body: string | Buffer,
  keys: readonly Buffer[] = secretsInUse().split(' ').map(keyOf),
): readonly string[] {
  const signed = `${text(headers, 'webhook-id')}.${text(headers, 'webhook-timestamp')}.`;
  return keys.map((key) => `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`);
}

export function given(headers: IncomingHttpHeaders): readonly string[] {
  return text(headers, 'webhook-signature').split(' ');
}

export function isRecent(headers: IncomingHttpHeaders): boolean {
  const ageSeconds = Date.now() / 1000 - Number(text(headers, 'webhook-timestamp'));
  return Math.abs(ageSeconds) <= TOLERANCE_SECONDS;
}
