/** What a call asks for: its kind, its idempotency key, and whether it asks for anything to be done at all. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { bodyFields } from './texts.ts';

const ROUTE_LENGTH_MAX = 160;
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
const KEY_NAMES = ['idempotency-key', 'x-idempotency-key', 'idempotence-key', 'paypal-request-id'];
const KEY_FIELDS = ['idempotency_key', 'idempotencyKey'];

export interface AskedFor {
  /** `POST /ledger/{id}` */
  readonly kind: string;
  readonly route: string;
  /** True when it reads only: no effect. */
  readonly safe: boolean;
  /** Calls with one key are one effect. */
  readonly key?: string;
}

export interface Asking {
  readonly method: string;
  /** With the host in front, for a call through the proxy. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Our ids that stand in it. */
  readonly ids: readonly string[];
  /** Further names of headers or fields that hold an idempotency key. */
  readonly keyNames: readonly string[];
}

export function askedFor(asking: Asking): AskedFor {
  const { method, url, headers, text, ids } = asking;
  const fields = bodyFields(text) ?? {};
  const operation = operationOf(headers, fields);
  const route = routeOf(url, ids);
  const kind = [method, route, operation?.name].filter((part) => part !== undefined).join(' ');
  const safe = SAFE_METHODS.includes(method) || operation?.safe === true;
  const key = keyOf(asking, fields);
  return { kind, route, safe, ...(key === undefined ? {} : { key: `${kind} ${key}` }) };
}

/** The path with `{id}` in the place of our ids and of whatever else looks like one; without the query. */
export function routeOf(url: string, ids: readonly string[]): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const segments = path.split('/').map((segment) => {
    const plain = ids.reduce(
      (rest, id) => rest.replaceAll(new RegExp(escaped(id), 'gi'), '{id}'),
      decoded(segment),
    );
    return looksLikeId(plain) ? '{id}' : plain;
  });
  const route = segments.join('/') || '/';
  return route.length > ROUTE_LENGTH_MAX ? `${route.slice(0, ROUTE_LENGTH_MAX)}…` : route;
}

/** A number, a UUID, a hash, or a long word with letters and digits in it. */
function looksLikeId(segment: string): boolean {
  if (/^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i.test(segment)) return true;
  if (/^\d[\d.:-]*$/.test(segment)) return true;
  const isLong = /^[\w~-]{16,}$/.test(segment) && /[a-z]/i.test(segment);
  return isLong && (segment.match(/\d/g)?.length ?? 0) >= 3;
}

/**
 * The receiver's own idempotency key. `PUT` and `DELETE` are idempotent by definition: whatever their bodies, those to one URL
 * are one effect.
 */
function keyOf(asking: Asking, fields: Readonly<Record<string, unknown>>): string | undefined {
  const { method, url, headers, keyNames } = asking;
  if (method === 'PUT' || method === 'DELETE')
    return createHash('sha256').update(url).digest('base64url').slice(0, 22);
  const names = [...KEY_NAMES, ...keyNames.map((name) => name.toLowerCase())];
  const header = names.map((name) => headers[name]).find((value) => value !== undefined && value !== '');
  if (header !== undefined) return String(header);
  const field = [...KEY_FIELDS, ...keyNames].map((name) => fields[name]).find((value) => value !== undefined);
  return typeof field === 'string' || typeof field === 'number' ? String(field) : undefined;
}

/** Where one route serves many purposes: GraphQL, JSON-RPC, AWS, SOAP. */
function operationOf(
  headers: IncomingHttpHeaders,
  fields: Readonly<Record<string, unknown>>,
): { readonly name?: string; readonly safe: boolean } | undefined {
  const { query, jsonrpc, method } = fields;
  if (typeof query === 'string') {
    const match = /^\s*(?:#[^\n]*\n\s*)*(query|mutation|subscription|\{)\s*(\w*)/.exec(query);
    if (match?.[1] === 'mutation') return { name: `mutation ${match[2] ?? ''}`.trim(), safe: false };
    if (match !== null) return { safe: true };
  }
  if (typeof jsonrpc === 'string' && typeof method === 'string') return { name: method, safe: false };
  const action = headers['x-amz-target'] ?? headers['soapaction'];
  return action === undefined ? undefined : { name: String(action).replaceAll('"', ''), safe: false };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
