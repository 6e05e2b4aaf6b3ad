/** Ed25519 schemes as plain data: the provider signs with a private key, the receiver has the public one. */
import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { Scheme } from './scheme.ts';
import {
  coverageOf,
  signatureHeadersOf,
  signByTemplate,
  versionOf,
  type SignatureTemplate,
} from './template.ts';

export interface Ed25519Description extends SignatureTemplate {
  /** How signatures and keys are written. */
  readonly encoding: 'hex' | 'base64';
  /** Stands before every private key: `whsk_`. */
  readonly keyPrefix?: string;
  /** Stands before every public key: `whpk_`. */
  readonly publicKeyPrefix?: string;
  /** What a private key holds: its 32 bytes (`seed`, when unset), or those and the public key's (`seed-and-public`). */
  readonly keyHolds?: 'seed' | 'seed-and-public';
  readonly toleranceSeconds?: number;
}

const SEED_BYTES = 32;
/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function ed25519Scheme(id: string, description: Ed25519Description): Scheme {
  const { separator, toleranceSeconds, keyPrefix, encoding } = description;
  const seedOf = (secret: string): Buffer => Buffer.from(bareOf(description, secret), encoding);
  const version = versionOf(description);
  return {
    id,
    kind: 'keys',
    covers: coverageOf(description),
    ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
    severalSecrets: separator !== undefined,
    ...(version === undefined ? {} : { version }),
    ...(keyPrefix === undefined ? {} : { keyPrefix }),
    signatureHeaders: signatureHeadersOf(description),
    sign: (parcel, signing) =>
      signByTemplate(description, parcel, signing, (secret, parts) => {
        // There is no private key of no bytes; the forger takes zeros.
        const seed = signing.forge?.emptyKey === true ? Buffer.alloc(SEED_BYTES) : seedOf(secret);
        return sign(null, Buffer.concat(parts.map((part) => Buffer.from(part))), privateKey(seed)).toString(
          encoding,
        );
      }),
    secretFault: (secret) => secretFault(description, secret),
    secretOf: (bytes) => {
      const seed = Buffer.from(bytes).subarray(0, SEED_BYTES);
      const held =
        description.keyHolds === 'seed-and-public' ? Buffer.concat([seed, publicBytes(seed)]) : seed;
      return `${keyPrefix ?? ''}${held.toString(encoding)}`;
    },
    publicKey: (secret) =>
      `${description.publicKeyPrefix ?? ''}${publicBytes(seedOf(secret)).toString(encoding)}`,
  };
}

const keys = new Map<string, KeyObject>();

/** `bytes` begins with the 32 of the private key. */
function privateKey(bytes: Buffer): KeyObject {
  const seed = bytes.subarray(0, SEED_BYTES);
  const name = seed.toString('hex');
  let key = keys.get(name);
  if (key === undefined) {
    key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
    keys.set(name, key);
  }
  return key;
}

function publicBytes(seed: Buffer): Buffer {
  return createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
}

function bareOf({ keyPrefix = '' }: Ed25519Description, secret: string): string {
  return secret.startsWith(keyPrefix) ? secret.slice(keyPrefix.length) : secret;
}

function secretFault(description: Ed25519Description, secret: string): string | undefined {
  const { encoding, keyPrefix = '', publicKeyPrefix, keyHolds } = description;
  if (secret.trim() === '') return secret === '' ? 'it is empty' : 'it is nothing but space';
  if (publicKeyPrefix !== undefined && publicKeyPrefix !== '' && secret.startsWith(publicKeyPrefix))
    return `it is a public key ("${publicKeyPrefix}"), and the provider signs with the private one`;
  const bare = bareOf(description, secret);
  if (bare === '') return `nothing follows "${keyPrefix}"`;
  const isWellWritten = encoding === 'hex' ? /^[0-9a-f]+$/i.test(bare) : /^[A-Za-z0-9+/]+={0,2}$/.test(bare);
  if (!isWellWritten) return `it contains characters that are not ${encoding}`;
  const bytes = Buffer.from(bare, encoding);
  const wanted = keyHolds === 'seed-and-public' ? 2 * SEED_BYTES : SEED_BYTES;
  if (bytes.length !== wanted) return `it holds ${bytes.length} bytes, and a private key here has ${wanted}`;
  const isPair = keyHolds !== 'seed-and-public' || publicBytes(bytes).equals(bytes.subarray(SEED_BYTES));
  return isPair ? undefined : 'its second half is not the public key of the first';
}
