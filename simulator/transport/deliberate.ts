/** Requests on a connection of their own: held back with the others of a barrier, broken on purpose, or given up on. */
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Reply } from '../model.ts';
import { Exchange } from './exchange.ts';
import { OwnConnection, type ConnectionTerms } from './own-connection.ts';
import { noReply } from './reply.ts';
import type { WireEvents, WireOrder, WireRequest } from './transport.ts';

/**
 * How long the receiver has between the request's last byte and the reset. A reset discards what our kernel has not yet
 * delivered (a body of more than the receiver's window, some 64 KiB) and what the receiver's has not yet handed to its
 * program (Linux hands it over all the same, BSD and macOS do not). Node cannot ask for either, so we wait until all is out
 * of our process, then this long, and longer for long bodies. A receiver that answers in that time answers into the void:
 * the reply is a reset either way.
 */
const RESET_PAUSE_MS = 5;
const RESET_BYTES_PER_MS = 16_384;
const RESET_PAUSE_MS_MAX = 250;

/**
 * A receiver needs time to read all but the last byte before that byte may follow: else the two may come in one read, and
 * an event loop that has not looked again since takes the last bytes in the order of the first ones. Three pauses rather
 * than a long one, because a receiver in our own process must get three turns: to accept, to read, to look again.
 */
const HOLD_PAUSES_MS = [2, 2, 2];

export interface DeliberateTerms extends ConnectionTerms {
  readonly bodyBytesMax: number;
  /** Where connections are entered while they are open. */
  readonly connections: Set<OwnConnection>;
  /** Where given-up requests are entered while they are open. */
  readonly givenUp: Set<Promise<void>>;
}

/** A URL, taken apart: `https://host:1`, `/path?query`. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

/** Sends one request as `order` says. */
export async function sendDeliberately(
  terms: DeliberateTerms,
  target: Target,
  request: WireRequest,
  order: WireOrder,
  events: WireEvents,
): Promise<Reply> {
  if (order.fault?.kind === 'never-sent') {
    // Whoever is left at the barrier need not wait for this one.
    void order.hold?.barrier.arrive(order.hold.position);
    return noReply('never-sent', 'kept back on purpose');
  }
  return new Deliberate(terms, target.origin, request, order, events).run({
    path: target.path,
    method: methodOf(request),
    headers: request.headers,
  });
}

/** undici takes any async iterable and asks for more only when the last part is written; its types know streams only. */
export function asReadable(parts: AsyncIterable<Uint8Array>): Readable {
  return parts as unknown as Readable;
}

export function methodOf(request: WireRequest): Dispatcher.HttpMethod {
  return request.method ?? 'POST';
}

class Deliberate {
  readonly #terms: DeliberateTerms;
  readonly #connection: OwnConnection;
  readonly #body: Uint8Array;
  readonly #chunked: boolean;
  readonly #order: WireOrder;
  readonly #events: WireEvents;
  readonly #exchange: Exchange;
  readonly #reply: Promise<Reply>;
  #resolve: (reply: Reply) => void = () => undefined;
  #hasArrived = false;
  #hasEnded = false;
  #cancelGiveUp: (() => void) | undefined;
  /** Set once we gave up and left the socket open. */
  #endLate: (() => void) | undefined;

  constructor(
    terms: DeliberateTerms,
    origin: string,
    request: WireRequest,
    order: WireOrder,
    events: WireEvents,
  ) {
    this.#terms = terms;
    this.#body = request.body;
    this.#chunked = request.chunked === true;
    this.#order = order;
    this.#events = events;
    this.#connection = new OwnConnection(origin, terms);
    this.#exchange = new Exchange({
      clock: terms.clock,
      timeoutMs: order.timeoutMs,
      bodyBytesMax: terms.bodyBytesMax,
      sentWhen: this.#isInParts ? 'told' : 'written',
      sent: () => {
        events.sent();
        this.#afterLastByte();
      },
      ended: (reply) => {
        // A request that is to be reset is reset, whatever the receiver said in the meantime.
        if (order.fault?.kind !== 'reset' || reply.kind === 'none') this.#end(reply);
      },
    });
    this.#reply = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  async run(
    options: Pick<Dispatcher.DispatchOptions, 'path' | 'method'> & Pick<WireRequest, 'headers'>,
  ): Promise<Reply> {
    this.#terms.connections.add(this.#connection);
    if (this.#isInParts) {
      const length = this.#chunked ? {} : { 'content-length': String(this.#body.length) };
      const headers = { ...options.headers, ...length };
      const body = asReadable(this.#parts());
      this.#connection.dispatch({ ...options, headers, body }, this.#exchange);
    } else {
      await this.#arrive();
      this.#connection.dispatch({ ...options, body: this.#body }, this.#exchange);
    }
    return this.#reply;
  }

  get #isInParts(): boolean {
    return (
      this.#body.length > 0 &&
      (this.#chunked || this.#order.hold !== undefined || this.#order.fault?.kind === 'cut-short')
    );
  }

  async *#parts(): AsyncGenerator<Uint8Array> {
    const { fault, timeoutMs } = this.#order;
    const length = this.#body.length;
    const share = fault?.kind === 'cut-short' ? fault.share : 1;
    // At least one byte if there are two (undici writes the head with the first), and never all.
    const first = Math.min(length - 1, Math.max(1, Math.floor(length * share)));
    yield this.#body.subarray(0, first);
    await this.#connection.flushed(timeoutMs);
    if (this.#order.hold !== undefined) for (const ms of HOLD_PAUSES_MS) await this.#terms.clock.sleep(ms);
    await this.#arrive();
    if (fault?.kind === 'cut-short') {
      this.#end(noReply('cut-short', `closed after ${first} of ${length} body bytes`));
      return;
    }
    yield this.#body.subarray(first);
    this.#exchange.markSent();
  }

  #afterLastByte(): void {
    const { fault } = this.#order;
    if (fault?.kind === 'reset') void this.#reset();
    if (fault?.kind === 'give-up' && fault.socket === 'open' && fault.afterMs === 0) {
      // At once, without a timer: what follows has to meet the handler.
      queueMicrotask(() => {
        this.#giveUp(fault.socket, fault.afterMs);
      });
    } else if (fault?.kind === 'give-up') {
      this.#cancelGiveUp = this.#terms.clock.after(fault.afterMs, () => {
        this.#giveUp(fault.socket, fault.afterMs);
      });
    }
  }

  async #reset(): Promise<void> {
    await this.#connection.flushed(this.#order.timeoutMs);
    const pauseMs = RESET_PAUSE_MS + this.#body.length / RESET_BYTES_PER_MS;
    await this.#terms.clock.sleep(Math.min(pauseMs, RESET_PAUSE_MS_MAX));
    this.#connection.reset();
    this.#end(noReply('reset', 'reset on purpose after the request'));
  }

  #giveUp(socket: 'open' | 'closed', afterMs: number): void {
    const reply = noReply('gave-up', `stopped waiting after ${afterMs} ms (socket ${socket})`);
    if (socket === 'closed') {
      this.#exchange.stop(reply);
      return;
    }
    const untilLate = new Promise<void>((resolve) => {
      this.#endLate = resolve;
    });
    this.#terms.givenUp.add(untilLate);
    void untilLate.then(() => this.#terms.givenUp.delete(untilLate));
    this.#resolve(reply);
  }

  #end(reply: Reply): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cancelGiveUp?.();
    void this.#arrive();
    if (this.#endLate === undefined) this.#resolve(reply);
    else {
      this.#events.late(reply);
      this.#endLate();
    }
    void this.#connection.close().then(() => this.#terms.connections.delete(this.#connection));
  }

  /** At the barrier, if there is one; once. A request that ends before it gets there arrives too: nobody waits for it. */
  async #arrive(): Promise<void> {
    const { hold } = this.#order;
    if (hold === undefined || this.#hasArrived) return;
    this.#hasArrived = true;
    await hold.barrier.arrive(hold.position);
  }
}
