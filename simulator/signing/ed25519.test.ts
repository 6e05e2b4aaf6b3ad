import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standardWebhooksV1aScheme as scheme } from './standard-webhooks.ts';

// svix-webhooks, server/svix-server/src/worker.rs.
const SECRET =
  'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==';
const PUBLIC_KEY = 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const AT_MS = 1_614_265_330_000;

function signatureOf(secrets: readonly string[], body: Uint8Array): string {
  const parcel = { url: 'http://localhost/', headers: {}, body };
  return scheme.sign(parcel, { secrets, id: ID, atMs: AT_MS }).headers['webhook-signature'] ?? '';
}

describe('Standard Webhooks v1a', () => {
  it('signs the published vector', () => {
    expect(signatureOf([SECRET], Buffer.from('{"test": 2432232314}'))).toBe(
      'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
    );
    expect(scheme.publicKey?.(SECRET)).toBe(PUBLIC_KEY);
    expect(scheme.secretFault(SECRET)).toBeUndefined();
  });

  it('signs what the public key verifies, whatever the key and the body', () => {
    const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes32, fc.uint8Array(), (bytes, body) => {
        const secret = scheme.secretOf(bytes);
        expect(scheme.secretFault(secret)).toBeUndefined();
        const raw = Buffer.from((scheme.publicKey?.(secret) ?? '').slice(5), 'base64');
        const key = createPublicKey({
          key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
          format: 'jwk',
        });
        const signature = Buffer.from(signatureOf([secret], body).slice(4), 'base64');
        const signed = Buffer.concat([Buffer.from(`${ID}.${AT_MS / 1000}.`), body]);
        expect(verify(null, signed, key, signature)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('says what is wrong with a key, without the key', () => {
    expect(scheme.secretFault('')).toBe('it is empty');
    expect(scheme.secretFault(PUBLIC_KEY)).toMatch('it is a public key');
    expect(scheme.secretFault('whsk_')).toBe('nothing follows "whsk_"');
    expect(scheme.secretFault(`whsk_${Buffer.alloc(32).toString('base64')}`)).toMatch('it holds 32 bytes');
    expect(scheme.secretFault(`whsk_${Buffer.alloc(64).toString('base64')}`)).toMatch('its second half');
    expect(scheme.secretFault('whsk_ñ')).toMatch('not base64');
  });
});
