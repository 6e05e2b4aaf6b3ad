/**
 * The only door through which time comes in (a lint rule bans every other).
 *
 * Two clocks live here: the wall clock, which sockets and signatures obey, and the virtual clock, an ordered
 * queue on which the provider plays 45 hours of retries in a second.
 */

/** Real time. Milliseconds since the Unix epoch, and timers that a signal can end early. */
export interface WallClock {
  nowMs(): number;
  /** Monotonic milliseconds with a fraction, for latencies. */
  tickMs(): number;
  /** Resolves after `ms`, or at once when `signal` aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `then` after `ms`; the returned function cancels it. */
  after(ms: number, then: () => void): () => void;
}

export const wallClock: WallClock = {
  nowMs: () => Date.now(),
  tickMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** The ISO 8601 form of an instant, with milliseconds: `2026-11-30T12:00:00.000Z`. */
export function isoInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

interface Due<T> {
  readonly atMs: number;
  readonly order: number;
  readonly item: T;
}

/** An ordered queue over virtual milliseconds: earliest first, ties by `order` (the delivery's number). */
export class VirtualClock<T> {
  #nowMs = 0;
  readonly #queue: Due<T>[] = [];

  get nowMs(): number {
    return this.#nowMs;
  }

  /** The next instant at which anything is due. */
  get nextMs(): number | undefined {
    return this.#queue[0]?.atMs;
  }

  get pending(): number {
    return this.#queue.length;
  }

  /** Plans `item` for `atMs`, never earlier than now. */
  at(atMs: number, order: number, item: T): void {
    const due: Due<T> = { atMs: Math.max(atMs, this.#nowMs), order, item };
    let index = this.#queue.length;
    while (index > 0 && isLater(this.#queue[index - 1], due)) index -= 1;
    this.#queue.splice(index, 0, due);
  }

  /** Moves on to `atMs` without playing anything; never back. */
  advanceTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  /** Jumps to the next instant at which anything is due and takes everything due then, in order. */
  takeNext(): readonly T[] {
    const first = this.#queue[0];
    if (first === undefined) return [];
    this.advanceTo(first.atMs);
    let count = 0;
    while (this.#queue[count]?.atMs === first.atMs) count += 1;
    return this.#queue.splice(0, count).map((due) => due.item);
  }
}

function isLater<T>(left: Due<T> | undefined, right: Due<T>): boolean {
  if (left === undefined) return false;
  return left.atMs > right.atMs || (left.atMs === right.atMs && left.order > right.order);
}
