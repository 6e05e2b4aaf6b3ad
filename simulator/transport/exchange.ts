/** One request and its response on undici's dispatch interface: the path that every attempt takes, so it is kept short. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { WallClock } from '../clock.ts';
import type { Reply } from '../model.ts';
import { BODY_BYTES_KEPT, bodyText, detailOf, keptHeaders, noReply, reasonOf } from './reply.ts';

export interface ExchangeTerms {
  readonly clock: WallClock;
  /** From the last byte of the request to the end of the response. */
  readonly timeoutMs: number;
  /** A longer response body breaks the exchange. */
  readonly bodyBytesMax: number;
  /**
   * `written`: the body is one buffer, which undici writes in the turn in which it starts the request.
   * `told`: whoever makes the body calls `markSent`.
   */
  readonly sentWhen: 'written' | 'told';
  /** The last byte has been handed to the socket. */
  sent(): void;
  /** Called exactly once. */
  ended(reply: Reply): void;
}

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #terms: ExchangeTerms;
  #controller: Dispatcher.DispatchController | undefined;
  #cancelTimeout: (() => void) | undefined;
  #sentTick: number | undefined;
  #hasEnded = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #bodyBytes = 0;
  #bodyBytesKept = 0;
  readonly #bodyKept: Uint8Array[] = [];

  constructor(terms: ExchangeTerms) {
    this.#terms = terms;
  }

  /** Starts the timeout and says so; does nothing the second time. */
  markSent(): void {
    if (this.#hasEnded || this.#sentTick !== undefined) return;
    const { clock, timeoutMs } = this.#terms;
    this.#sentTick = clock.tickMs();
    this.#cancelTimeout = clock.after(timeoutMs, () => {
      this.stop(noReply('timeout', `no complete response within ${timeoutMs} ms`));
    });
    this.#terms.sent();
  }

  /** Ends the exchange with `reply`, whatever may still come, and closes its connection. */
  stop(reply: Reply): void {
    this.#end(reply);
    this.#controller?.abort(new Error('the exchange was stopped'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#hasEnded) controller.abort(new Error('the exchange was stopped'));
    else if (this.#terms.sentWhen === 'written') {
      queueMicrotask(() => {
        this.markSent();
      });
    }
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length;
    const room = BODY_BYTES_KEPT - this.#bodyBytesKept;
    if (room > 0) {
      const kept = chunk.subarray(0, room);
      this.#bodyBytesKept += kept.length;
      this.#bodyKept.push(kept);
    }
    const { bodyBytesMax } = this.#terms;
    if (this.#bodyBytes > bodyBytesMax) {
      this.stop(noReply('broken', `the response body is longer than ${bodyBytesMax} bytes`));
    }
  }

  onResponseEnd(): void {
    const now = this.#terms.clock.tickMs();
    this.#end({
      kind: 'response',
      status: this.#status,
      headers: keptHeaders(this.#headers),
      body: bodyText(this.#bodyKept),
      latencyMs: Math.round((now - (this.#sentTick ?? now)) * 10) / 10,
    });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#end(noReply(reasonOf(error, this.#controller !== undefined), detailOf(error)));
  }

  #end(reply: Reply): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cancelTimeout?.();
    this.#terms.ended(reply);
  }
}
