/** The nouns of the provider. Ids here are a plan's labels (`o1`, `f1`, `e1`, `d1`); times are integers named `...Ms`. */
import type { Json, JsonObject } from './json.ts';

/** Something that happened to an object, once, whatever is announced about it and however often. */
export interface Fact {
  readonly id: string;
  readonly objectId: string;
  /** The fact's name in the lifecycle. */
  readonly fact: string;
  /** Milliseconds since the plan's origin. */
  readonly occurredAtMs: number;
  /** Grows by one with each fact of its object. */
  readonly version: number;
  /** What it brings along, by the names of the lifecycle's draws. */
  readonly brings?: JsonObject;
  /** It never happened: only forged requests say so. */
  readonly claimed?: true;
}

/** The announcement of a fact. (Not named `Event`: that is a global.) */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly fact: string;
  readonly factId: string;
  readonly objectId: string;
  readonly occurredAtMs: number;
  /** The event's `data`, resolved but for what belongs to a run: `{{o1}}` is an object's id, `{{at:2000}}` an instant. */
  readonly payload: JsonObject;
  /** The whole body in place of the profile's own, as the user captured it; see `captured.ts`. */
  readonly body?: Json;
}

/** Where to deliver. Header values and secrets come from the user and never enter a plan, a history or a report. */
export interface Endpoint {
  /** May hold `{objectId}` and `{eventType}`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** All of them sign: several during a rotation. */
  readonly secrets: readonly string[];
  /** Secrets that the receiver once had and must not accept any more. */
  readonly expiredSecrets?: readonly string[];
  /** The provider's own API, where it runs: some requests name it. */
  readonly apiUrl?: string;
}

/** Why a delivery exists. */
export type DeliveryReason = 'scheduled' | 'duplicate' | 'replay';

/** One event to one endpoint, tried until it is taken or the schedule runs out; several events only where the profile batches. */
export interface PlannedDelivery {
  readonly id: string;
  readonly eventId: string;
  /** Further events in the same request. */
  readonly also?: readonly string[];
  /** Id of the alteration of every attempt, see `simulator/alterations/`; a forgery is sent once. */
  readonly alter?: string;
  readonly reason: DeliveryReason;
  /** Virtual milliseconds since the plan's origin; unset when a step of the plan releases it. */
  readonly dueAtMs?: number;
  /** Attempt number to jitter, drawn when the plan was made. */
  readonly jitterMs?: Readonly<Record<string, number>>;
}

/** The label of another id of an event's form: the one under which a forger repeats what was delivered. */
export function strangeLabel(deliveryId: string): string {
  return `${deliveryId}/strange`;
}

export type DeliveryState = 'pending' | 'delivered' | 'exhausted' | 'disabled';

/** What really came back. */
export type Reply =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Lower-case names; only those that mean something to a provider are kept. */
      readonly headers: Readonly<Record<string, string>>;
      /** The first 2 KiB, as text. */
      readonly body: string;
      /** From the last byte of the request to the end of the response. */
      readonly latencyMs: number;
    }
  | { readonly kind: 'none'; readonly reason: NoReply; readonly detail: string };

/**
 * Why nothing came back: `never-sent` (nothing left us), `refused` (no connection), `cut-short` (we sent part of the
 * request), `reset` and `gave-up` (we ended it on purpose after the request was out), `timeout`, `broken` (the receiver
 * or the network ended it).
 */
export type NoReply =
  'never-sent' | 'refused' | 'cut-short' | 'reset' | 'gave-up' | 'timeout' | 'broken' | 'aborted';

/** What the provider believes, and acts on. */
export type Recorded =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'failed'; readonly status: number }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'connection-failed' };

/** True for 200 to 299. */
export function isSuccess(reply: Reply): boolean {
  return reply.kind === 'response' && reply.status >= 200 && reply.status <= 299;
}
