/** When to try again: pure data and one pure function. */
import type { Recorded } from './model.ts';
import type { Random } from './random.ts';

/** How sure a number is: read in the provider's documentation, inferred from it, or assumed by us. */
export type Basis = 'documented' | 'inferred' | 'assumed';

export interface RetryPolicy {
  readonly id: string;
  readonly title: string;
  /** Gaps between attempts in milliseconds; one more attempt than gaps. */
  readonly delaysMs: readonly number[];
  readonly basis: Basis;
  readonly source: string;
  /** How far each wait may be from what it says, as shares of it: -0.2 to 0.2 is ±20 %. None when unset. */
  readonly jitter?: Jitter;
  /**
   * What the provider makes of `Retry-After`. `honoured` (and unset): it waits at least so long; `clamped`: no longer than
   * twice its own wait; `ignored`: it does not look.
   */
  readonly retryAfter?: 'honoured' | 'clamped' | 'ignored';
  /** After such an outcome the wait is at least `delayMsMin`. */
  readonly throttle?: {
    readonly statuses: readonly number[];
    readonly timeouts?: true;
    readonly delayMsMin: number;
  };
}

export interface Jitter {
  readonly shareMin: number;
  readonly shareMax: number;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS: number = 60 * MINUTE_MS;

/** Eight attempts; the last one 44 h 36 m after the first (article 000, "about 45 hours"). */
export const ladder45h: RetryPolicy = {
  id: 'ladder-45h',
  title: '1 m, 5 m, 30 m, 2 h, 6 h, 12 h, 24 h',
  delaysMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS],
  basis: 'documented',
  source: 'article 000: the last attempt leaves about 45 hours after the first',
};

export const retryPolicies: readonly RetryPolicy[] = [ladder45h];

/** What decides the next attempt. Times in milliseconds. */
export interface RetryQuestion {
  /** The attempt that has just ended, from 1. */
  readonly attempt: number;
  /** What the receiver asked for in `Retry-After`, if anything. */
  readonly retryAfterMs?: number;
  /** Drawn when the plan was made, kept in it per (delivery, attempt). */
  readonly jitterMs?: number;
  /** What was recorded of the attempt. */
  readonly recorded?: Recorded;
}

/** The part of a policy that decides when the next attempt is due. */
export type Waits = Pick<RetryPolicy, 'delaysMs' | 'retryAfter' | 'throttle'>;

/** The wait before the next attempt, or `null` when the schedule has run out. */
export function nextDelayMs(policy: Waits, question: RetryQuestion): number | null {
  const delayMs = policy.delaysMs[question.attempt - 1];
  if (delayMs === undefined) return null;
  const ownMs = Math.max(delayMs + (question.jitterMs ?? 0), throttleMs(policy, question.recorded));
  if (policy.retryAfter === 'ignored') return ownMs;
  const askedMs = Math.max(ownMs, question.retryAfterMs ?? 0);
  return policy.retryAfter === 'clamped' ? Math.min(askedMs, 2 * ownMs) : askedMs;
}

/** Drawn once for each attempt that may be followed by another, under the attempt's number; none where the policy has no jitter. */
export function drawJitterMs(
  { delaysMs, jitter }: Pick<RetryPolicy, 'delaysMs' | 'jitter'>,
  random: Random,
): Readonly<Record<string, number>> | undefined {
  if (jitter === undefined) return undefined;
  return Object.fromEntries(
    delaysMs.map((delayMs, index) => {
      const attempt = String(index + 1);
      const { shareMin, shareMax } = jitter;
      const [min, max] = [Math.ceil(delayMs * shareMin), Math.floor(delayMs * shareMax)];
      return [attempt, random.fork(attempt).integer(min, max)];
    }),
  );
}

function throttleMs({ throttle }: Waits, recorded: Recorded | undefined): number {
  if (throttle === undefined) return 0;
  const applies =
    recorded?.kind === 'failed'
      ? throttle.statuses.includes(recorded.status)
      : recorded?.kind === 'timed-out' && throttle.timeouts === true;
  return applies ? throttle.delayMsMin : 0;
}

/** From the first attempt to the last, without jitter. */
export function scheduleLengthMs(policy: RetryPolicy): number {
  return policy.delaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
}
