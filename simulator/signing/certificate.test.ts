import { createPublicKey, createVerify, sign, verify, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { selfSignedCertificate } from './certificate.ts';
import { rsaKeyFrom } from './rsa-key.ts';

const key = rsaKeyFrom('one');

describe('a key from a text', () => {
  it('is an RSA key of 2048 bits that signs', () => {
    expect(key.asymmetricKeyType).toBe('rsa');
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65_537n });
    const signature = sign('sha256', Buffer.from('text'), key);
    expect(verify('sha256', Buffer.from('text'), createPublicKey(key), signature)).toBe(true);
    expect(verify('sha256', Buffer.from('test'), createPublicKey(key), signature)).toBe(false);
  });

  it('stays the same over releases, and is another one for another text', () => {
    const modulusOf = (text: string): string =>
      createPublicKey(rsaKeyFrom(text)).export({ format: 'jwk' }).n ?? '';
    expect(modulusOf('one').slice(0, 16)).toMatchInlineSnapshot(`"yDl53j-so3TD1U_a"`);
    expect(modulusOf('two')).not.toBe(modulusOf('one'));
  });
});

describe('a certificate', () => {
  const pem = selfSignedCertificate(key, 'messageverificationcerts.paypal.com');
  const certificate = new X509Certificate(pem);

  it('holds the key, and is signed with it', () => {
    expect(certificate.checkPrivateKey(key)).toBe(true);
    expect(certificate.verify(createPublicKey(key))).toBe(true);
    expect(certificate.verify(createPublicKey(rsaKeyFrom('two')))).toBe(false);
  });

  it('says who, by whom, and from when to when', () => {
    expect(certificate.subject).toBe('CN=messageverificationcerts.paypal.com');
    expect(certificate.issuer).toBe(certificate.subject);
    expect(new Date(certificate.validFrom).toISOString()).toBe('2020-01-01T00:00:00.000Z');
    expect(new Date(certificate.validTo).toISOString()).toBe('2049-12-31T23:59:59.000Z');
    expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  it('verifies what the key signed, given as it is', () => {
    const signature = sign('sha256', Buffer.from('text'), key);
    expect(createVerify('sha256').update('text').verify(pem, signature)).toBe(true);
  });

  it('is the same each time', () => {
    expect(selfSignedCertificate(key, 'messageverificationcerts.paypal.com')).toBe(pem);
  });
});
