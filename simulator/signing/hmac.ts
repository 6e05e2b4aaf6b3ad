/**
 * HMAC schemes as plain data: most providers differ only in what they sign, how they write it and where. Users describe a
 * scheme of their own in a config file with the same words.
 */
import { createHmac } from 'node:crypto';
import type { Parcel, Scheme, Signing } from './scheme.ts';

export interface HmacDescription {
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /**
   * What is signed: text with `{body}` (the bytes on the wire), `{id}`, `{timestamp}`, `{url}`, `{path}`, `{method}`,
   * `{header.<name>}` and `{query.<name>}`.
   */
  readonly signs: string;
  /** The headers that signing adds: text with `{signatures}`, `{timestamp}` and `{id}`. */
  readonly headers: Readonly<Record<string, string>>;
  /** One signature: text with `{digest}` and `{version}`. `{digest}` when unset. */
  readonly entry?: string;
  /** Between the signatures of several secrets; unset: only the first secret signs. */
  readonly separator?: string;
  readonly version?: string;
  /** `seconds` when unset. */
  readonly timestamp?: 'seconds' | 'milliseconds';
  /** How a secret becomes a key; `text` (its UTF-8 bytes) when unset. */
  readonly key?: 'text' | 'base64' | 'hex';
  /** Stands before every secret, and is no part of a base64 or hex key: `whsec_`. */
  readonly keyPrefix?: string;
  readonly keyBytesMin?: number;
  readonly keyBytesMax?: number;
  readonly toleranceSeconds?: number;
  readonly toleratesFuture?: true;
}

export function hmacScheme(id: string, description: HmacDescription): Scheme {
  const { signs, headers, separator, version, toleranceSeconds, toleratesFuture } = description;
  return {
    id,
    kind: 'shared',
    covers: {
      body: signs.includes('{body}'),
      id: signs.includes('{id}'),
      time: signs.includes('{timestamp}'),
      url: signs.includes('{url}') || signs.includes('{path}'),
    },
    ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
    ...(toleratesFuture === undefined ? {} : { toleratesFuture }),
    severalSecrets: separator !== undefined,
    ...(version === undefined ? {} : { version }),
    ...(description.keyPrefix === undefined ? {} : { keyPrefix: description.keyPrefix }),
    signatureHeaders: Object.keys(headers).filter((name) => headers[name]?.includes('{signatures}') === true),
    sign: (parcel, signing) => sign(description, parcel, signing),
    secretFault: (secret) => secretFault(description, secret),
    secretOf: (bytes) => secretOf(description, bytes),
  };
}

function sign(description: HmacDescription, parcel: Parcel, signing: Signing): Parcel {
  const { forge = {} } = signing;
  const entries = signatures(description, parcel, signing);
  const shownAtMs = forge.shownAtMs === undefined ? signing.atMs : forge.shownAtMs;
  const shown = shownAtMs === null ? null : timestampText(description, shownAtMs);
  const added = Object.entries(description.headers).flatMap(([name, template]): [string, string][] => {
    if (template.includes('{signatures}') && entries === null) return [];
    if (template === '{timestamp}' && shown === null) return [];
    const timed = shown === null ? template.replace(/[\w-]+=\{timestamp\}[,; ]*/, '') : template;
    const value = timed
      .replaceAll('{signatures}', () => entries ?? '')
      .replaceAll('{timestamp}', shown ?? '')
      .replaceAll('{id}', signing.id);
    return [[name, value]];
  });
  return { ...parcel, headers: { ...parcel.headers, ...Object.fromEntries(added) } };
}

/** `null`: no signature at all. */
function signatures(description: HmacDescription, parcel: Parcel, signing: Signing): string | null {
  const { entry = '{digest}', separator, version = '' } = description;
  const { forge = {} } = signing;
  const signing1 = separator === undefined ? signing.secrets.slice(0, 1) : signing.secrets;
  const entries = signing1.flatMap((secret) => {
    const key = forge.emptyKey === true ? Buffer.alloc(0) : keyOf(description, secret);
    const mac = createHmac(description.algorithm, key);
    for (const part of signedParts(description, parcel, signing)) mac.update(part);
    const digest = mac.digest(description.encoding);
    const shown = forge.digest === undefined ? digest : forge.digest(digest);
    if (shown === null) return [];
    return [entry.replaceAll('{version}', forge.version ?? version).replaceAll('{digest}', () => shown)];
  });
  return entries.length === 0 ? null : entries.join(separator ?? '');
}

const FIELD = /\{(body|id|timestamp|url|path|method|header\.[^{}]+|query\.[^{}]+)\}/;

function signedParts(
  description: HmacDescription,
  parcel: Parcel,
  signing: Signing,
): readonly (string | Uint8Array)[] {
  return description.signs.split(FIELD).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part.startsWith('header.')) return headerOf(parcel, part.slice('header.'.length));
    if (part.startsWith('query.'))
      return new URL(parcel.url).searchParams.get(part.slice('query.'.length)) ?? '';
    switch (part) {
      case 'body':
        return parcel.body;
      case 'id':
        return signing.id;
      case 'timestamp':
        return timestampText(description, signing.atMs);
      case 'url':
        return parcel.url;
      case 'path': {
        const { pathname, search } = new URL(parcel.url);
        return pathname + search;
      }
      default:
        return parcel.method ?? 'POST';
    }
  });
}

function headerOf(parcel: Parcel, name: string): string {
  const found = Object.entries(parcel.headers).find(([one]) => one.toLowerCase() === name.toLowerCase());
  return found?.[1] ?? '';
}

function timestampText(description: HmacDescription, atMs: number): string {
  return String(description.timestamp === 'milliseconds' ? Math.floor(atMs) : Math.floor(atMs / 1000));
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
