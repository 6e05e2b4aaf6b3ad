/** What is signed, how a signature is written and in which headers: text with placeholders, whatever makes the digest. */
import type { Coverage, Parcel, Signing } from './scheme.ts';

export interface SignatureTemplate {
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
}

/** What one secret makes of what is to be signed, as text. */
export type DigestOf = (secret: string, parts: readonly (string | Uint8Array)[]) => string;

export function coverageOf({ signs }: SignatureTemplate): Coverage {
  return {
    body: signs.includes('{body}'),
    id: signs.includes('{id}'),
    time: signs.includes('{timestamp}'),
    url: /\{(?:url|path|query\.[^{}]+)\}/.test(signs),
  };
}

/** The label of a signature's version, where signatures are written with one. */
export function versionOf({ entry, version }: SignatureTemplate): string | undefined {
  return entry?.includes('{version}') === true ? version : undefined;
}

export function signatureHeadersOf({ headers }: SignatureTemplate): readonly string[] {
  return Object.keys(headers).filter((name) => headers[name]?.includes('{signatures}') === true);
}

export function signByTemplate(
  template: SignatureTemplate,
  parcel: Parcel,
  signing: Signing,
  digestOf: DigestOf,
): Parcel {
  const { forge = {} } = signing;
  const entries = signatures(template, parcel, signing, digestOf);
  const shownAtMs = forge.shownAtMs === undefined ? signing.atMs : forge.shownAtMs;
  const shown = shownAtMs === null ? null : timestampText(template, shownAtMs);
  const added = Object.entries(template.headers).flatMap(([name, text]): [string, string][] => {
    if (text.includes('{signatures}') && entries === null) return [];
    if (text === '{timestamp}' && shown === null) return [];
    const timed = shown === null ? text.replace(/[\w-]+=\{timestamp\}[,; ]*/, '') : text;
    const value = timed
      .replaceAll('{signatures}', () => entries ?? '')
      .replaceAll('{timestamp}', shown ?? '')
      .replaceAll('{id}', signing.id);
    return [[name, value]];
  });
  return { ...parcel, headers: { ...parcel.headers, ...Object.fromEntries(added) } };
}

/** `null`: no signature at all. */
function signatures(
  template: SignatureTemplate,
  parcel: Parcel,
  signing: Signing,
  digestOf: DigestOf,
): string | null {
  const { entry = '{digest}', separator, version = '' } = template;
  const { forge = {} } = signing;
  const signing1 = separator === undefined ? signing.secrets.slice(0, 1) : signing.secrets;
  const parts = signedParts(template, parcel, signing);
  const entries = signing1.flatMap((secret) => {
    const digest = digestOf(secret, parts);
    const shown = forge.digest === undefined ? digest : forge.digest(digest);
    if (shown === null) return [];
    return [entry.replaceAll('{version}', forge.version ?? version).replaceAll('{digest}', () => shown)];
  });
  return entries.length === 0 ? null : entries.join(separator ?? '');
}

const FIELD = /\{(body|id|timestamp|url|path|method|header\.[^{}]+|query\.[^{}]+)\}/;

function signedParts(
  template: SignatureTemplate,
  parcel: Parcel,
  signing: Signing,
): readonly (string | Uint8Array)[] {
  return template.signs.split(FIELD).map((part, index) => {
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
        return timestampText(template, signing.atMs);
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

function timestampText({ timestamp }: SignatureTemplate, atMs: number): string {
  return String(timestamp === 'milliseconds' ? Math.floor(atMs) : Math.floor(atMs / 1000));
}
