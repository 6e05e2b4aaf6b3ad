/**
 * Honours the receiver's rate limit in real time, whatever the virtual clock says. Nothing is sent again here: a 429 is a
 * reply like any other, but the attempts after it start only when, and as often as, the receiver takes them.
 *
 * After a 429 no attempt starts until `Retry-After` has passed. From then on attempts are spaced so that one such window
 * holds as many of them as were accepted in the window before the 429. Another 429 makes the spacing wider, some windows
 * without one make it narrower, until none is left.
 */
import { setMaxListeners } from 'node:events';
import type { WallClock } from '../clock.ts';
import { type Reply, isSuccess } from '../model.ts';
import { RecentCount } from './recent-count.ts';
import type { Barrier, Transport, WireEvents, WireOrder, WireRequest } from './transport.ts';

export interface RateLimitOptions {
  /** How much real time attempts may wait in all (overlapping waits count once); then all pass. Default 120 s. */
  readonly waitMsMax?: number;
}

const WAIT_MS_MAX = 120_000;
const BLOCK_MS_DEFAULT = 1000;
const BLOCK_MS_MAX = 10_000;
/** Windows shorter than this say too little about a rate. */
const WINDOW_MS_MIN = 1000;
const WIDER = 1.1;
const NARROWER = 1.25;
/** This many windows without a 429 before the spacing gets narrower. */
const CALM_WINDOWS = 3;
/** Spacing below a millisecond is none. */
const SPACING_MS_MIN = 1;

/**
 * `Retry-After` in milliseconds: seconds, or the distance from `nowMs` (Unix epoch) to an HTTP date, never negative. RFC
 * 9110, 10.2.3. Undefined when there is no reply, no such header, or nothing readable in it. Not capped.
 */
export function retryAfterMs(reply: Reply, nowMs: number): number | undefined {
  if (reply.kind !== 'response') return undefined;
  const value = reply.headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Math.round(Number(value) * 1000);
  const date = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** Wraps `transport`. As long as the receiver states no limit, nothing waits. */
export function respectRateLimits(
  transport: Transport,
  clock: WallClock,
  options: RateLimitOptions = {},
): Transport {
  const gate = new Gate(clock, options.waitMsMax ?? WAIT_MS_MAX);

  const sendNow = async (request: WireRequest, order: WireOrder, events: WireEvents): Promise<Reply> => {
    const startTick = clock.tickMs();
    const reply = await transport.send(request, order, {
      sent: () => events.sent(),
      late: (late) => {
        gate.learn(late, startTick);
        events.late(late);
      },
    });
    gate.learn(reply, startTick);
    return reply;
  };

  return {
    send: (request, order, events) => {
      if (gate.isOpen || order.fault?.kind === 'never-sent') return sendNow(request, order, events);
      return gate.pass(order.hold?.barrier).then(() => sendNow(request, order, events));
    },
    idle: () => transport.idle(),
    close: () => {
      gate.close();
      return transport.close();
    },
  };
}

class Gate {
  readonly #clock: WallClock;
  readonly #accepted = new RecentCount(BLOCK_MS_MAX);
  readonly #closing = new AbortController();
  /** The requests of one barrier pass together, when the first of them does: apart they would wait for each other. */
  readonly #barriers = new WeakMap<Barrier, Promise<void>>();
  #hasLearned = false;
  #learnedAt = 0;
  #loosenAt = 0;
  #windowMs = WINDOW_MS_MIN;
  #blockedUntil = 0;
  /** Undefined: unspaced. */
  #spacingMs: number | undefined;
  #nextAt = 0;
  #waitMsLeft: number;
  #waiting = 0;
  #waitingSince = 0;

  constructor(clock: WallClock, waitMsMax: number) {
    this.#clock = clock;
    this.#waitMsLeft = waitMsMax;
    // Every attempt that waits listens to it.
    setMaxListeners(0, this.#closing.signal);
  }

  /** True as long as no limit was ever met. */
  get isOpen(): boolean {
    return !this.#hasLearned;
  }

  close(): void {
    this.#waitMsLeft = 0;
    this.#closing.abort();
  }

  pass(barrier: Barrier | undefined): Promise<void> {
    if (barrier === undefined) return this.#wait();
    const together = this.#barriers.get(barrier);
    if (together !== undefined) {
      this.#nextAt += this.#spacingMs ?? 0;
      return together;
    }
    const first = this.#wait();
    this.#barriers.set(barrier, first);
    return first;
  }

  learn(reply: Reply, startTick: number): void {
    const now = this.#clock.tickMs();
    if (isSuccess(reply)) this.#accepted.add(now);
    const statedMs = retryAfterMs(reply, this.#clock.nowMs());
    const status = reply.kind === 'response' ? reply.status : 0;
    if (status !== 429 && !(status === 503 && statedMs !== undefined)) return;
    const blockMs = Math.min(statedMs ?? BLOCK_MS_DEFAULT, BLOCK_MS_MAX);
    this.#blockedUntil = Math.max(this.#blockedUntil, now + blockMs);
    // Refusals of what was already under way when we learned of the limit say nothing new about the rate.
    if (!this.#hasLearned || startTick >= this.#learnedAt) this.#space(now, Math.max(blockMs, WINDOW_MS_MIN));
  }

  #space(now: number, windowMs: number): void {
    const accepted = this.#accepted.since(now - windowMs);
    // Nothing accepted while spaced: the block was too short, which says nothing about the rate either.
    const isRateKnown = accepted > 0 || this.#spacingMs === undefined;
    const spacingMs = windowMs / Math.max(accepted, 1);
    if (isRateKnown) this.#spacingMs = Math.max((this.#spacingMs ?? 0) * WIDER, spacingMs);
    this.#hasLearned = true;
    this.#learnedAt = now;
    this.#windowMs = windowMs;
    this.#loosenAt = Math.max(now, this.#blockedUntil) + CALM_WINDOWS * windowMs;
    // Turns that were given out for later stay; those within the block are taken anew when they come (`#wait`).
    this.#nextAt = Math.max(this.#nextAt, this.#blockedUntil);
  }

  async #wait(): Promise<void> {
    let turnAt = this.#takeTurn();
    for (;;) {
      const now = this.#clock.tickMs();
      const untilMs = Math.max(turnAt, this.#blockedUntil) - now;
      const leftMs = this.#waitMsLeft - (this.#waiting > 0 ? now - this.#waitingSince : 0);
      if (untilMs <= 0 || leftMs <= 0) return;
      await this.#sleep(Math.min(untilMs, leftMs), now);
      if (this.#blockedUntil > this.#clock.tickMs()) turnAt = this.#takeTurn();
    }
  }

  async #sleep(ms: number, now: number): Promise<void> {
    if (this.#waiting === 0) this.#waitingSince = now;
    this.#waiting += 1;
    await this.#clock.sleep(ms, this.#closing.signal);
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#waitMsLeft -= this.#clock.tickMs() - this.#waitingSince;
  }

  #takeTurn(): number {
    const now = this.#clock.tickMs();
    if (this.#spacingMs !== undefined && now > this.#loosenAt) {
      this.#spacingMs /= NARROWER;
      this.#loosenAt = now + CALM_WINDOWS * this.#windowMs;
      if (this.#spacingMs < SPACING_MS_MIN) this.#spacingMs = undefined;
    }
    const turnAt = Math.max(now, this.#nextAt, this.#blockedUntil);
    this.#nextAt = turnAt + (this.#spacingMs ?? 0);
    return turnAt;
  }
}
