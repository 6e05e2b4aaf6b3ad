/**
 * PayPal: RSA-SHA256 over transmission id, time, webhook id and the body's CRC32; receivers fetch the certificate. The webhook id is in
 * no request: both sides know it, and here it is the secret. A private key may follow it in PEM form, after a space or a line break;
 * otherwise it is one that every lost200 has, and it is the webhook id alone that nobody else knows.
 */
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { isoInstant } from '../clock.ts';
import { selfSignedCertificate } from './certificate.ts';
import { rsaKeyFrom } from './rsa-key.ts';
import type { Parcel, Scheme, Signing } from './scheme.ts';

const ID_HEADER = 'PAYPAL-TRANSMISSION-ID';
const TIME_HEADER = 'PAYPAL-TRANSMISSION-TIME';
const SIGNATURE_HEADER = 'PAYPAL-TRANSMISSION-SIG';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const WEBHOOK_ID_LENGTH = 17;

export const paypalScheme: Scheme = {
  id: 'paypal-rsa-sha256',
  kind: 'keys',
  // The id of the event is in the body.
  covers: { body: true, id: false, time: true, url: false },
  severalSecrets: false,
  signatureHeaders: [SIGNATURE_HEADER],
  sign: signTransmission,
  secretFault,
  secretOf: (bytes) =>
    Array.from(bytes.subarray(0, WEBHOOK_ID_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  /** The webhook id, a line break, the certificate. */
  publicKey: (secret) => `${partsOf(secret).webhookId}\n${paypalCertificate(secret)}`,
};

/** In PEM form. */
export function paypalCertificate(secret: string): string {
  return selfSignedCertificate(keyOf(secret), 'messageverificationcerts.paypal.com');
}

function signTransmission(parcel: Parcel, { secrets: [secret], atMs, forge = {} }: Signing): Parcel {
  const shownAtMs = forge.shownAtMs === undefined ? atMs : forge.shownAtMs;
  const time = shownAtMs === null ? {} : { [TIME_HEADER]: timeText(shownAtMs) };
  if (secret === undefined) return { ...parcel, headers: { ...parcel.headers, ...time } };
  const signed = [
    transmissionIdOf(parcel),
    timeText(atMs),
    partsOf(secret).webhookId,
    String(crc32(parcel.body)),
  ].join('|');
  const digest = sign('sha256', Buffer.from(signed), keyOf(secret)).toString('base64');
  const shown = forge.digest === undefined ? digest : forge.digest(digest);
  const signature = shown === null ? {} : { [SIGNATURE_HEADER]: shown };
  return { ...parcel, headers: { ...parcel.headers, ...time, ...signature } };
}

function transmissionIdOf({ headers }: Parcel): string {
  const found = Object.entries(headers).find(([name]) => name.toUpperCase() === ID_HEADER);
  return found?.[1] ?? '';
}

/** To the second: `2026-11-30T12:00:00Z`. */
function timeText(atMs: number): string {
  return isoInstant(atMs).replace(/\.\d+Z$/, 'Z');
}

function partsOf(secret: string): { readonly webhookId: string; readonly pem: string } {
  const [webhookId = '', ...rest] = secret.trim().split(/(?<=^\S+)\s+/);
  return { webhookId, pem: rest.join('') };
}

const ownKeys = new Map<string, KeyObject>();

function keyOf(secret: string): KeyObject {
  const { pem } = partsOf(secret);
  if (pem === '') return rsaKeyFrom('lost200');
  const key = ownKeys.get(pem) ?? createPrivateKey(pem);
  ownKeys.set(pem, key);
  return key;
}

function secretFault(secret: string): string | undefined {
  if (secret.trim() === '') return secret === '' ? 'it is empty' : 'it is nothing but space';
  const { webhookId, pem } = partsOf(secret);
  if (!/^[0-9A-Za-z_-]+$/.test(webhookId)) return 'it does not begin with a webhook id (letters and digits)';
  if (pem === '') return undefined;
  try {
    const { asymmetricKeyType } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' ? undefined : 'the private key after the webhook id is not an RSA key';
  } catch {
    return 'what follows the webhook id is no private key in PEM form';
  }
}
