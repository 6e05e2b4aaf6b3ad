/** How one provider behaves: how it puts its requests together and signs them, when it tries again, what it takes for success. */
import type { Handshake } from '../handshakes/handshake.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Lifecycle } from '../lifecycles/lifecycle.ts';
import type { Recorded } from '../model.ts';
import type { Basis, RetryPolicy } from '../retry-policy.ts';
import type { Parcel, Scheme } from '../signing/scheme.ts';

/** An event as it goes out: real ids and instants filled in. */
export interface BoundEvent {
  readonly id: string;
  readonly type: string;
  /** The fact's name in the lifecycle. */
  readonly fact: string;
  readonly objectId: string;
  /** ISO 8601, the fact's instant, the same on every attempt. */
  readonly occurredAt: string;
  /** The same in milliseconds since the Unix epoch. */
  readonly occurredAtMs: number;
  readonly data: JsonObject;
  /** A captured body that stands in place of the profile's own, see `captured.ts`; profiles need not look at it. */
  readonly whole?: Json;
}

/** One attempt that is about to leave. */
export interface Dispatch {
  /** One event; several only where the profile batches. */
  readonly events: readonly [BoundEvent, ...BoundEvent[]];
  /** Where to, with the user's templates filled in. */
  readonly url: string;
  /** Of this attempt, and of the delivery's first one: milliseconds since the Unix epoch. */
  readonly atMs: number;
  readonly firstAtMs: number;
  /** From 1. */
  readonly attempt: number;
  /** What the provider recorded of the attempt before. */
  readonly before?: Recorded;
  /** Where the receiver finds the provider's own API, see `Profile.pages`; unset where there is none. */
  readonly apiUrl?: string;
  /** An id of the provider's own, by an id shape (see `fillIdShape`) and a label; the same for the same delivery and label. */
  readonly ownId: (shape: string, label: string) => string;
}

/**
 * `fifo`: a delivery that is not taken holds up those that were due after it; `ordered`: those whose fact came after its own.
 * `parallel`: nobody waits.
 */
export type QueueMode = 'parallel' | 'fifo' | 'ordered';

/** How sure something is, and where it was read. */
export interface Grounds {
  readonly basis: Basis;
  readonly source: string;
}

export interface Profile {
  readonly id: string;
  readonly title: string;
  /** How sure the rest is; the schedule and the timeout say so themselves. */
  readonly grounds: Readonly<Record<'signature' | 'headers' | 'payload' | 'success', Grounds>>;
  /**
   * An id shape, see `fillIdShape`. Empty where the provider gives its events no id: each still has one of our own, which no
   * request may hold.
   */
  readonly eventIdShape: string;
  readonly retryPolicy: RetryPolicy;
  readonly timeoutMs: number;
  readonly timeoutBasis: Basis;
  readonly timeoutSource: string;
  readonly scheme: Scheme;
  /** What its main objects live through, the default first; unset: the built-in lifecycles. */
  readonly lifecycles?: readonly Lifecycle[];
  /** Headers with a meaning, by that meaning; those that the signature does not cover can be swapped by anyone. */
  readonly headerNames: {
    readonly id?: string;
    readonly topic?: string;
    readonly tenant?: string;
  };
  /** What it asks of an endpoint before it delivers anything there. */
  readonly handshakes?: readonly Handshake[];
  /** How many events fit into one request; one when unset. */
  readonly batchMax?: number;
  /** What receivers fetch from the provider's API beside objects, by its path: a certificate. */
  pages?(secrets: readonly string[]): Readonly<Record<string, ProviderPage>>;
  /** `json` when unset. */
  readonly bodyKind?: 'json' | 'form';
  /** True where every character above ASCII leaves as an escape, and receivers may count on it. */
  readonly escapesUnicode?: true;
  /** True where the provider's own library knows its content type in one spelling only. */
  readonly oneContentType?: true;
  /** How deliveries wait for each other, see `DeliveryQueue`. `parallel` when unset. */
  readonly queue?: QueueMode;
  /** The request without its signature. */
  compose(dispatch: Dispatch): Parcel;
  /** Whether the provider counts this status as taken. */
  isSuccess(status: number): boolean;
  /** Whether the provider stops delivering to an endpoint that answers this. */
  disables(status: number): boolean;
  /** Whether the provider gives this delivery up at once at such an answer; unset: never. */
  givesUp?(status: number): boolean;
}

/** Something to fetch, the same for everybody. */
export interface ProviderPage {
  readonly contentType: string;
  readonly body: string;
}

/** True for 200 to 299: what most providers count as taken. */
export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** A JSON body, compact. */
export function jsonBody(value: JsonObject | readonly JsonObject[]): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
