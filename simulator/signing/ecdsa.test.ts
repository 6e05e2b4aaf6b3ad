import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ecdsaScheme } from './ecdsa.ts';

const scheme = ecdsaScheme('test', {
  signs: '{timestamp}{body}',
  headers: { 'X-Signature': '{signatures}', 'X-Timestamp': '{timestamp}' },
});

/** SendGrid's own test vector (sendgrid-nodejs, packages/eventwebhook): the forms of its public key and signature are ours. */
const VECTOR = {
  publicKey:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
  signature:
    'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
  timestamp: '1600112502',
  body: '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address","sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA","sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0","smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n',
};

function isGenuine(publicKey: string, signature: string, signed: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  return verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64'));
}

function signed(secret: string, body: string, forge = {}): Readonly<Record<string, string>> {
  const parcel = { url: 'http://x.test/', headers: {}, body: Buffer.from(body) };
  return scheme.sign(parcel, { secrets: [secret], id: '', atMs: 1_600_112_502_900, forge }).headers;
}

describe('ECDSA', () => {
  it("reads the published vector's forms", () => {
    const { publicKey, signature, timestamp, body } = VECTOR;
    expect(isGenuine(publicKey, signature, timestamp + body)).toBe(true);
    expect(isGenuine(publicKey, signature, timestamp + body.trim())).toBe(false);
  });

  it('signs what the public key verifies: the seconds and the body', () => {
    const secret = scheme.secretOf(Buffer.alloc(32, 7));
    const publicKey = scheme.publicKey?.(secret) ?? '';
    const headers = signed(secret, VECTOR.body);
    expect(headers['X-Timestamp']).toBe('1600112502');
    expect(isGenuine(publicKey, headers['X-Signature'] ?? '', `1600112502${VECTOR.body}`)).toBe(true);
    expect(isGenuine(publicKey, headers['X-Signature'] ?? '', VECTOR.body)).toBe(false);
    const other = scheme.publicKey?.(scheme.secretOf(Buffer.alloc(32, 8))) ?? '';
    expect(isGenuine(other, headers['X-Signature'] ?? '', `1600112502${VECTOR.body}`)).toBe(false);
    expect(publicKey).toMatch(/^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/);
  });

  it('makes the same key of the same bytes, whatever they are', () => {
    for (const byte of [0, 1, 0x7f, 0x80, 0xff]) {
      const secret = scheme.secretOf(Buffer.alloc(32, byte));
      expect(scheme.secretOf(Buffer.alloc(32, byte))).toBe(secret);
      expect(scheme.secretFault(secret)).toBeUndefined();
    }
  });

  it('forges: no signature, another time shown, the smallest key', () => {
    const secret = scheme.secretOf(Buffer.alloc(32, 7));
    expect(signed(secret, '{}', { digest: () => null })).toEqual({ 'X-Timestamp': '1600112502' });
    expect(signed(secret, '{}', { shownAtMs: 5000 })['X-Timestamp']).toBe('5');
    const headers = signed(secret, '{}', { emptyKey: true });
    const publicKey = scheme.publicKey?.(secret) ?? '';
    expect(isGenuine(publicKey, headers['X-Signature'] ?? '', '1600112502{}')).toBe(false);
  });

  it('says what is wrong with a secret', () => {
    expect(scheme.secretFault('')).toBe('it is empty');
    expect(scheme.secretFault(VECTOR.publicKey)).toContain('it is a public key');
    expect(scheme.secretFault('whsec_abc')).toContain('not the base64 of a private key');
  });
});
