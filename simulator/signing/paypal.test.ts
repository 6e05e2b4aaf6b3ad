import { createVerify, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paypalCertificate, paypalScheme } from './paypal.ts';
import type { Forgery } from './scheme.ts';

const WEBHOOK_ID = '8PT597110X687430L';
const AT_MS = Date.UTC(2026, 10, 30, 12, 0, 0, 500);
const PARCEL = {
  url: '',
  headers: { 'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55' },
  body: Buffer.from('123456789'),
};
/** The check value of CRC-32 is that of "123456789": 0xCBF43926. */
const SIGNED = `69cd13f0-d67a-11e5-baa3-778b53f4ae55|2026-11-30T12:00:00Z|${WEBHOOK_ID}|3421780262`;

function signed(secret: string, forge?: Forgery): Readonly<Record<string, string>> {
  const signing = { secrets: [secret], id: 'e', atMs: AT_MS, ...(forge === undefined ? {} : { forge }) };
  return paypalScheme.sign(PARCEL, signing).headers;
}

function isRight(secret: string, signature = ''): boolean {
  return createVerify('sha256').update(SIGNED).verify(paypalCertificate(secret), signature, 'base64');
}

describe('PayPal', () => {
  it('signs transmission id, time to the second, webhook id and the checksum of the body', () => {
    const headers = signed(WEBHOOK_ID);
    expect(headers['PAYPAL-TRANSMISSION-TIME']).toBe('2026-11-30T12:00:00Z');
    expect(isRight(WEBHOOK_ID, headers['PAYPAL-TRANSMISSION-SIG'])).toBe(true);
    const other = signed('8PT597110X687430M');
    expect(isRight(WEBHOOK_ID, other['PAYPAL-TRANSMISSION-SIG'])).toBe(false);
  });

  it.each(['\n', ' '])('signs with a key that follows the webhook id', (between) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const secret = `${WEBHOOK_ID}${between}${pem}`;
    expect(paypalScheme.secretFault(secret)).toBeUndefined();
    expect(isRight(secret, signed(secret)['PAYPAL-TRANSMISSION-SIG'])).toBe(true);
    expect(new X509Certificate(paypalCertificate(secret)).verify(publicKey)).toBe(true);
  });

  it('shows what a forger wants', () => {
    expect(signed(WEBHOOK_ID, { digest: () => null })).not.toHaveProperty('PAYPAL-TRANSMISSION-SIG');
    expect(signed(WEBHOOK_ID, { shownAtMs: null })).not.toHaveProperty('PAYPAL-TRANSMISSION-TIME');
    const later = signed(WEBHOOK_ID, { shownAtMs: AT_MS + 1000 });
    expect(later['PAYPAL-TRANSMISSION-TIME']).toBe('2026-11-30T12:00:01Z');
    expect(isRight(WEBHOOK_ID, later['PAYPAL-TRANSMISSION-SIG'])).toBe(true);
  });

  it('says what is wrong with a secret', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(paypalScheme.secretFault('')).toBe('it is empty');
    expect(paypalScheme.secretFault('-----BEGIN PRIVATE KEY-----\nMII=')).toMatch(/no private key/);
    expect(paypalScheme.secretFault(`${WEBHOOK_ID}\n${pem}`)).toMatch(/not an RSA key/);
    expect(paypalScheme.secretFault(`id: ${pem}`)).toMatch(/webhook id/);
  });

  it('makes webhook ids of its own, and tells the receiver what it verifies with', () => {
    const secret = paypalScheme.secretOf(Buffer.alloc(32, 7));
    expect(secret).toMatch(/^[0-9A-Z]{17}$/);
    expect(paypalScheme.secretFault(secret)).toBeUndefined();
    expect(paypalScheme.publicKey?.(secret)).toBe(`${secret}\n${paypalCertificate(secret)}`);
  });
});
