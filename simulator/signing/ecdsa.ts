/**
 * ECDSA schemes on P-256 with SHA-256 as plain data: signatures are the base64 of their DER form, a private key is the base64 of
 * its PKCS #8 form, a public one of its SPKI form.
 */
import { createECDH, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { Scheme } from './scheme.ts';
import { coverageOf, signatureHeadersOf, signByTemplate, type SignatureTemplate } from './template.ts';

export interface EcdsaDescription extends SignatureTemplate {
  readonly toleranceSeconds?: number;
}

const CURVE = 'prime256v1';
const SCALAR_BYTES = 32;

export function ecdsaScheme(id: string, description: EcdsaDescription): Scheme {
  const { separator, version, toleranceSeconds } = description;
  return {
    id,
    kind: 'keys',
    covers: coverageOf(description),
    ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
    severalSecrets: separator !== undefined,
    ...(version === undefined ? {} : { version }),
    signatureHeaders: signatureHeadersOf(description),
    sign: (parcel, signing) =>
      signByTemplate(description, parcel, signing, (secret, parts) => {
        // There is no private key of no bytes; the forger takes the smallest one.
        const key = keyOf(signing.forge?.emptyKey === true ? secretOf(Buffer.alloc(SCALAR_BYTES)) : secret);
        return sign('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), key).toString('base64');
      }),
    secretFault,
    secretOf,
    publicKey: (secret) =>
      createPublicKey(keyOf(secret)).export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

const keys = new Map<string, KeyObject>();

function keyOf(secret: string): KeyObject {
  let key = keys.get(secret);
  if (key === undefined) {
    key = createPrivateKey({ key: Buffer.from(secret, 'base64'), type: 'pkcs8', format: 'der' });
    keys.set(secret, key);
  }
  return key;
}

/** The bytes are the key's number, made odd and less than 2^255: so it is neither zero nor beyond the order of the group. */
function secretOf(bytes: Uint8Array): string {
  const scalar = Buffer.alloc(SCALAR_BYTES);
  scalar.set(bytes.subarray(0, SCALAR_BYTES));
  scalar[0] = (scalar[0] ?? 0) & 0x7f;
  scalar[SCALAR_BYTES - 1] = (scalar[SCALAR_BYTES - 1] ?? 0) | 1;
  const pair = createECDH(CURVE);
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: scalar.toString('base64url'),
      x: point.subarray(1, 1 + SCALAR_BYTES).toString('base64url'),
      y: point.subarray(1 + SCALAR_BYTES).toString('base64url'),
    },
  });
  return key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
}

function secretFault(secret: string): string | undefined {
  if (secret.trim() === '') return secret === '' ? 'it is empty' : 'it is nothing but space';
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = keyOf(secret);
    const isRight = asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === CURVE;
    return isRight ? undefined : 'it is a private key, but not one of ECDSA on P-256';
  } catch {
    return isPublicKey(secret)
      ? 'it is a public key, and the provider signs with the private one'
      : 'it is not the base64 of a private key (PKCS #8)';
  }
}

function isPublicKey(secret: string): boolean {
  try {
    createPublicKey({ key: Buffer.from(secret, 'base64'), type: 'spki', format: 'der' });
    return true;
  } catch {
    return false;
  }
}
