/** Every text of a call in which an id may stand: as it was sent, and decoded. */
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const UNPACKED_MAX = 4 * 1_048_576;
const JSON_DEPTH_MAX = 3;
const BASE64_TOKENS_MAX = 2000;
const BASE64_DEPTH_MAX = 2;

/** Headers that speak of the connection and not of the call. */
const OF_THE_CONNECTION = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'user-agent',
  'date',
]);

const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, { maxOutputLength: UNPACKED_MAX }),
  'x-gzip': (body) => gunzipSync(body, { maxOutputLength: UNPACKED_MAX }),
  deflate: (body) => inflateSync(body, { maxOutputLength: UNPACKED_MAX }),
  br: (body) => brotliDecompressSync(body, { maxOutputLength: UNPACKED_MAX }),
};

/** The body as text, unpacked; as it is where it cannot be unpacked. */
export function bodyText(headers: IncomingHttpHeaders, body: Buffer): string {
  const unpack = UNPACK[headers['content-encoding']?.trim().toLowerCase() ?? ''];
  if (unpack === undefined) return body.toString('utf8');
  try {
    return unpack(body).toString('utf8');
  } catch {
    return body.toString('latin1');
  }
}

/** The body's JSON or form fields; nothing where it has neither. */
export function bodyFields(text: string): Readonly<Record<string, unknown>> | undefined {
  const json = parsed(text);
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Readonly<Record<string, unknown>>;
  return /^[\w%.+[\]-]+=[^\s]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

/** One text of all of them, line by line. */
export function searchableText(url: string, headers: IncomingHttpHeaders, body: string): string {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    OF_THE_CONNECTION.has(name) || value === undefined ? [] : value,
  );
  return withDecoded([url, ...values, body]);
}

/** The texts, and whatever they hold percent-encoded, as strings of JSON, or as base64. */
export function withDecoded(texts: readonly string[]): string {
  const plain = [
    ...texts,
    ...texts.flatMap(percentDecoded),
    ...texts.flatMap((text) => stringsIn(parsed(text), 0)),
  ];
  return [...plain, ...plain.flatMap((text) => base64Decoded(text, 1))].join('\n');
}

function percentDecoded(text: string): readonly string[] {
  if (!/%[\da-f]{2}/i.test(text)) return [];
  const decoded = text.replace(/(?:%[\da-f]{2})+/gi, (part) =>
    Buffer.from(part.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  return [decoded];
}

function parsed(text: string): unknown {
  if (!/^\s*[{["]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON may hold JSON. */
function stringsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') {
    const inner = depth < JSON_DEPTH_MAX ? parsed(value) : undefined;
    return [value, ...percentDecoded(value), ...(inner === undefined ? [] : stringsIn(inner, depth + 1))];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...stringsIn(item, depth)]);
}

function base64Decoded(text: string, depth: number): readonly string[] {
  const tokens = text.match(/[\w+/-]{11,}={0,2}/g)?.slice(0, BASE64_TOKENS_MAX) ?? [];
  return tokens.flatMap((token) => {
    const decoded = Buffer.from(token, 'base64').toString('utf8');
    if (!/^[\t\n\r\u0020-\u007e\u00a0-\ufffc]{8,}$/.test(decoded)) return [];
    return [decoded, ...(depth < BASE64_DEPTH_MAX ? base64Decoded(decoded, depth + 1) : [])];
  });
}
