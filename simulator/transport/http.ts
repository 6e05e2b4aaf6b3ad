/**
 * The transport on undici: keep-alive pools for plain requests, a connection of its own for everything deliberate.
 *
 * A kept-alive connection can be closed by the receiver just when the next request goes out. Then nobody can know whether
 * that request was handled: to send it again could be a duplicate that the plan does not hold, to call it a failure could
 * blame the receiver for nothing. So we keep out of the way: an idle connection is closed by us after one second (shorter
 * than the idle time of the servers we know: gunicorn 2 s, Node, Apache and uvicorn 5 s), or one second before the time
 * that the receiver's `Keep-Alive` header states, at most four seconds; and undici looks for a waiting FIN before it
 * reuses one. What is left is a receiver that closes a busy connection, and that is reported as it is: `broken`. We never
 * retry by ourselves.
 */
import { setMaxListeners } from 'node:events';
import { Pool } from 'undici';
import type { WallClock } from '../clock.ts';
import type { Reply } from '../model.ts';
import { asReadable, methodOf, sendDeliberately, type DeliberateTerms, type Target } from './deliberate.ts';
import { Exchange } from './exchange.ts';
import { detailOf, noReply } from './reply.ts';
import type { Transport, WireEvents, WireOrder, WireRequest } from './transport.ts';

export interface HttpTransportOptions {
  readonly clock: WallClock;
  /** Kept-alive connections per origin; plain requests beyond them wait. Default 256. */
  readonly connectionsMax?: number;
  /** A response with a longer body is `broken`. Default 1 MiB. */
  readonly bodyBytesMax?: number;
}

const CONNECTIONS_MAX = 256;
const BODY_BYTES_MAX = 1024 * 1024;
const CHUNK_BYTES_MIN = 8;
const CHUNK_BYTES_MAX = 65_536;
const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 1000;
const KEEP_ALIVE_HINT_MARGIN_MS = 1000;
const KEEP_ALIVE_MAX_MS = 4000;

export function createHttpTransport(options: HttpTransportOptions): Transport {
  return new HttpTransport(options);
}

class HttpTransport implements Transport {
  readonly #connectionsMax: number;
  readonly #pools = new Map<string, Pool>();
  readonly #closing = new AbortController();
  readonly #terms: DeliberateTerms;
  /** Most attempts go where the one before went; to read a URL is a good part of what we add to undici. */
  #lastTarget: (Target & { readonly text: string }) | undefined;

  constructor(options: HttpTransportOptions) {
    this.#connectionsMax = options.connectionsMax ?? CONNECTIONS_MAX;
    this.#terms = {
      clock: options.clock,
      connectMs: CONNECT_MS,
      signal: this.#closing.signal,
      bodyBytesMax: options.bodyBytesMax ?? BODY_BYTES_MAX,
      connections: new Set(),
      givenUp: new Set(),
    };
    // Every open socket listens to it.
    setMaxListeners(0, this.#closing.signal);
  }

  send(request: WireRequest, order: WireOrder, events: WireEvents): Promise<Reply> {
    if (this.#closing.signal.aborted) return Promise.resolve(noReply('aborted', 'the transport is closed'));
    let target: Target;
    try {
      target = this.#targetOf(request.url);
    } catch (error) {
      return Promise.resolve(noReply('never-sent', detailOf(error)));
    }
    const isPlain = order.freshConnection !== true && order.hold === undefined && order.fault === undefined;
    if (!isPlain) return sendDeliberately(this.#terms, target, request, order, events);
    return new Promise((resolve) => {
      const { headers } = request;
      const isChunked = request.chunked === true && request.body.length > 0;
      const exchange = new Exchange({
        clock: this.#terms.clock,
        timeoutMs: order.timeoutMs,
        bodyBytesMax: this.#terms.bodyBytesMax,
        sentWhen: isChunked ? 'told' : 'written',
        sent: () => {
          events.sent();
        },
        ended: resolve,
      });
      const body = isChunked ? asReadable(chunksOf(request.body, exchange)) : request.body;
      const method = methodOf(request);
      this.#poolFor(target.origin).dispatch({ path: target.path, method, headers, body }, exchange);
    });
  }

  async idle(): Promise<void> {
    while (this.#terms.givenUp.size > 0) await Promise.all(this.#terms.givenUp);
  }

  async close(): Promise<void> {
    const connections = [...this.#pools.values()].map((pool) => pool.destroy());
    for (const connection of this.#terms.connections) connections.push(connection.close());
    this.#closing.abort();
    await Promise.all(connections);
    this.#pools.clear();
  }

  /** Throws for what is no URL that we can send to. */
  #targetOf(text: string): Target {
    if (this.#lastTarget?.text !== text) {
      const url = new URL(text);
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new Error(`cannot send to ${url.protocol}`);
      this.#lastTarget = { text, origin: url.origin, path: url.pathname + url.search };
    }
    return this.#lastTarget;
  }

  #poolFor(origin: string): Pool {
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    const pool = new Pool(origin, {
      connections: this.#connectionsMax,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveTimeoutThreshold: KEEP_ALIVE_HINT_MARGIN_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      connect: { timeout: this.#terms.connectMs, signal: this.#closing.signal },
    });
    this.#pools.set(origin, pool);
    return pool;
  }
}

/** The body in chunks that grow, the first one a few bytes: who takes it for the whole body has next to nothing. */
async function* chunksOf(body: Uint8Array, exchange: Exchange): AsyncGenerator<Uint8Array> {
  let bytes = CHUNK_BYTES_MIN;
  for (let from = 0; from < body.length; bytes = Math.min(4 * bytes, CHUNK_BYTES_MAX)) {
    const chunk = body.subarray(from, from + bytes);
    from += chunk.length;
    yield await Promise.resolve(chunk);
  }
  exchange.markSent();
}
