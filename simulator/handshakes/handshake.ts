/** What a provider asks of an endpoint before it delivers anything there, and now and then afterwards. */
import type { Reply } from '../model.ts';
import type { Parcel, Scheme } from '../signing/scheme.ts';

/** What is at hand. */
export interface HandshakeBench {
  readonly url: string;
  readonly scheme: Scheme;
  readonly secrets: readonly string[];
  /** A secret of the right form that the receiver does not have. */
  readonly strangeSecret: string;
  /** A text that nobody can guess: the same for one run. */
  readonly challenge: string;
  /** Of the request, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** What the user's config fixes, by name. */
  readonly fixed: Readonly<Record<string, string>>;
}

export interface Handshake {
  /** Its scenario is `handshake/<id>`. */
  readonly id: string;
  readonly title: string;
  /** Where this is documented, and what follows when the answer is wrong. */
  readonly because: string;
  /** `must` where the provider delivers nothing without the right answer. */
  readonly requirement: 'must' | 'should';
  /** A value of `fixed` without which it cannot be played, and what it is. */
  readonly needsFixed?: { readonly name: string; readonly is: string };
  /** The request, signed as it leaves. */
  request(bench: HandshakeBench): Parcel;
  /** What is wrong with the answer, in words that hold no secret; `undefined` when it is right. */
  problem(answer: Answer, bench: HandshakeBench): string | undefined;
}

export type Answer = Extract<Reply, { readonly kind: 'response' }>;

/** A JSON request, signed. */
export function signedJson(
  { url, scheme, secrets, atMs }: HandshakeBench,
  headers: Readonly<Record<string, string>>,
  body: object,
): Parcel {
  const parcel: Parcel = {
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
  return scheme.sign(parcel, { secrets, id: '', atMs });
}

/** The answer's JSON object; empty where it is none. */
export function jsonOf({ body }: Answer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

export function notStatus({ status }: Answer, ...wanted: readonly number[]): string | undefined {
  return wanted.includes(status) ? undefined : `it was answered ${status}, not ${wanted.join(' or ')}`;
}
