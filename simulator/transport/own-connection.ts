/** A connection for one request, whose socket we hold in our hand. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Client, buildConnector, type Dispatcher } from 'undici';
import type { WallClock } from '../clock.ts';

const EMPTY = new Uint8Array(0);

export interface ConnectionTerms {
  readonly clock: WallClock;
  readonly connectMs: number;
  /** Ends even a connection that is still being made. */
  readonly signal: AbortSignal;
}

export class OwnConnection {
  readonly #clock: WallClock;
  readonly #client: Client;
  #socket: Socket | undefined;

  constructor(origin: string, { clock, connectMs, signal }: ConnectionTerms) {
    this.#clock = clock;
    const connect = buildConnector({ timeout: connectMs, signal });
    this.#client = new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        connect(options, (...outcome) => {
          if (outcome[1] !== null) this.#socket = outcome[1];
          callback(...outcome);
        });
      },
    });
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(options, handler);
  }

  /** Resolves when the kernel has all that was written, or after `boundMs` (a receiver may have stopped reading). */
  flushed(boundMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket === undefined) {
        resolve();
        return;
      }
      const cancel = this.#clock.after(boundMs, resolve);
      // Writes are completed in order: the callback of an empty one comes when all before it are out.
      this.#socket.write(EMPTY, () => {
        cancel();
        resolve();
      });
    });
  }

  /** RST instead of FIN. Through TLS Node offers no reset, there it is an end without `close_notify`. */
  reset(): void {
    if (this.#socket instanceof TLSSocket) this.#socket.destroy();
    else this.#socket?.resetAndDestroy();
  }

  /** FIN, at once. */
  async close(): Promise<void> {
    await this.#client.destroy();
  }
}
