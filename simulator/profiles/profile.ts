/** How one provider behaves, as data and three pure functions. */
import type { JsonObject } from '../json.ts';
import type { Basis, RetryPolicy } from '../retry-policy.ts';

/** An event as it goes out: real ids and instants filled in. */
export interface BoundEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601, the fact's instant, the same on every attempt. */
  readonly occurredAt: string;
  readonly data: JsonObject;
}

export interface SigningInput {
  readonly eventId: string;
  readonly body: Uint8Array;
  /** Of this attempt, in seconds since the Unix epoch. */
  readonly timestampSeconds: number;
  readonly secrets: readonly string[];
}

export interface Profile {
  readonly id: string;
  readonly title: string;
  /** An id shape, see `fillIdShape`. */
  readonly eventIdShape: string;
  readonly retryPolicy: RetryPolicy;
  readonly timeoutMs: number;
  readonly timeoutBasis: Basis;
  readonly timeoutSource: string;
  /** The request's body; the same bytes on every attempt. */
  body(event: BoundEvent): Uint8Array;
  /** The request's headers, signature included. */
  headers(input: SigningInput): Readonly<Record<string, string>>;
  /** Whether the provider counts this status as taken. */
  isSuccess(status: number): boolean;
  /** Whether the provider stops delivering to an endpoint that answers this. */
  disables(status: number): boolean;
}
