/** The port through which requests leave: it reports what really came back and knows nothing of retries or records. */
import type { Reply } from '../model.ts';

export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** `POST` when unset. */
  readonly method?: string;
  /** True when the body leaves in chunks, its length unsaid (`transfer-encoding: chunked`). */
  readonly chunked?: true;
}

/** What is to go wrong on the wire with one request. Times are real milliseconds. */
export type WireFault =
  /** Nothing leaves. */
  | { readonly kind: 'never-sent' }
  /** The request goes out whole; the connection is reset before a byte of the response is read. */
  | { readonly kind: 'reset' }
  /** Only the first `share` (0 to 1) of the body is sent, then the connection is closed. */
  | { readonly kind: 'cut-short'; readonly share: number }
  /** `afterMs` after the request's last byte the provider stops waiting. An open socket still delivers the late reply. */
  | { readonly kind: 'give-up'; readonly afterMs: number; readonly socket: 'open' | 'closed' };

/**
 * Holds back the last byte of several requests, then lets them all go in the same turn of the event loop, in the order in
 * which they were enlisted. Opens by itself after a bound, so that a request which never gets there stops nobody.
 */
export interface Barrier {
  /** Called once by each request when all but its last byte is out; resolves when the last byte may go. */
  arrive(position: number): Promise<void>;
}

export interface WireOrder {
  /** How long to wait for the end of the response, from the last byte of the request on. */
  readonly timeoutMs: number;
  /** A connection of its own, closed afterwards. Faults and barriers always have one. */
  readonly freshConnection?: boolean;
  readonly hold?: { readonly barrier: Barrier; readonly position: number };
  readonly fault?: WireFault;
}

export interface WireEvents {
  /** The last byte of the request has been handed to the socket. */
  sent(): void;
  /** After a give-up with an open socket: what came back in the end (called at most once). */
  late(reply: Reply): void;
}

export interface Transport {
  /** Never rejects: whatever happens is a reply. */
  send(request: WireRequest, order: WireOrder, events: WireEvents): Promise<Reply>;
  /** Resolves when no request that was given up on is still open at the receiver (bounded by each one's timeout). */
  idle(): Promise<void>;
  /** Ends every connection. */
  close(): Promise<void>;
}
