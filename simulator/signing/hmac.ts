/**
 * HMAC schemes as plain data: most providers differ only in what they sign, how they write it and where. Users describe a
 * scheme of their own in a config file with the same words.
 */
import { createHmac } from 'node:crypto';
import type { Scheme } from './scheme.ts';
import {
  coverageOf,
  signatureHeadersOf,
  signByTemplate,
  versionOf,
  type SignatureTemplate,
} from './template.ts';

export interface HmacDescription extends SignatureTemplate {
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** How a secret becomes a key; `text` (its UTF-8 bytes) when unset. */
  readonly key?: 'text' | 'base64' | 'hex';
  /** Stands before every secret, and is no part of a base64 or hex key: `whsec_`. */
  readonly keyPrefix?: string;
  readonly keyBytesMin?: number;
  readonly keyBytesMax?: number;
  readonly toleranceSeconds?: number;
  readonly toleratesFuture?: true;
  /** See `Scheme`. */
  readonly libraryReads?: 'last';
}

/** A scheme that still shows what it was made from, so that it can be verified by other code. */
export interface HmacScheme extends Scheme {
  readonly description: HmacDescription;
}

export function hmacScheme(id: string, description: HmacDescription): HmacScheme {
  const { separator, toleranceSeconds, toleratesFuture, libraryReads, keyPrefix } = description;
  const version = versionOf(description);
  return {
    id,
    description,
    kind: 'shared',
    covers: coverageOf(description),
    ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
    ...(toleratesFuture === undefined ? {} : { toleratesFuture }),
    ...(libraryReads === undefined ? {} : { libraryReads }),
    severalSecrets: separator !== undefined,
    ...(version === undefined ? {} : { version }),
    ...(keyPrefix === undefined ? {} : { keyPrefix }),
    signatureHeaders: signatureHeadersOf(description),
    sign: (parcel, signing) =>
      signByTemplate(description, parcel, signing, (secret, parts) => {
        const key = signing.forge?.emptyKey === true ? Buffer.alloc(0) : keyOf(description, secret);
        const mac = createHmac(description.algorithm, key);
        for (const part of parts) mac.update(part);
        return mac.digest(description.encoding);
      }),
    secretFault: (secret) => secretFault(description, secret),
    secretOf: (bytes) => secretOf(description, bytes),
  };
}

const keys = new Map<string, Buffer>();

function keyOf(description: HmacDescription, secret: string): Buffer {
  const { key = 'text', keyPrefix = '' } = description;
  const name = `${key} ${keyPrefix} ${secret}`;
  let bytes = keys.get(name);
  if (bytes === undefined) {
    bytes = key === 'text' ? Buffer.from(secret) : Buffer.from(withoutPrefix(keyPrefix, secret), key);
    keys.set(name, bytes);
  }
  return bytes;
}

function withoutPrefix(prefix: string, secret: string): string {
  return secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
}

function secretOf({ key = 'text', keyPrefix = '' }: HmacDescription, bytes: Uint8Array): string {
  return `${keyPrefix}${Buffer.from(bytes).toString(key === 'base64' ? 'base64' : 'hex')}`;
}

function secretFault(description: HmacDescription, secret: string): string | undefined {
  const { key = 'text', keyPrefix = '', keyBytesMin = 1, keyBytesMax = 4096 } = description;
  if (secret.trim() === '') return secret === '' ? 'it is empty' : 'it is nothing but space';
  if (/\s/.test(secret)) return 'it contains a space or a line break';
  const encoded = key === 'text' ? secret : withoutPrefix(keyPrefix, secret);
  if (encoded === '') return `nothing follows "${keyPrefix}"`;
  const fault = key === 'base64' ? base64Fault(encoded) : key === 'hex' ? hexFault(encoded) : undefined;
  if (fault !== undefined) return fault;
  const { length } = keyOf(description, secret);
  if (length < keyBytesMin) return `it holds ${length} bytes, which is fewer than ${keyBytesMin}`;
  if (length > keyBytesMax) return `it holds ${length} bytes, which is more than ${keyBytesMax}`;
  return undefined;
}

function base64Fault(encoded: string): string | undefined {
  const prefix = /^([A-Za-z]+)_/.exec(encoded)?.[1];
  if (prefix !== undefined) return `it begins with "${prefix}_", which is no prefix of this provider's`;
  if (/[-_]/.test(encoded)) return 'it is base64url (it contains - or _), not base64';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'it contains characters that are not base64';
  const digits = encoded.replace(/=+$/, '').length;
  const isCut = digits % 4 === 1 || (encoded.includes('=') && encoded.length % 4 !== 0);
  return isCut ? `its base64 is incomplete (${encoded.length} characters)` : undefined;
}

function hexFault(encoded: string): string | undefined {
  if (!/^[0-9a-f]+$/i.test(encoded)) return 'it contains characters that are not hexadecimal';
  return encoded.length % 2 === 1 ? 'its hexadecimal is incomplete' : undefined;
}
