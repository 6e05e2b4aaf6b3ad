import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Recorded } from './model.ts';
import { seededRandom } from './random.ts';
import {
  drawJitterMs,
  ladder45h,
  nextDelayMs,
  retryPolicies,
  scheduleLengthMs,
  type RetryPolicy,
} from './retry-policy.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

describe('the ladder of article 000', () => {
  it('has eight attempts, the last 44 h 36 m after the first', () => {
    expect(ladder45h.delaysMs).toEqual([
      MINUTE_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      6 * HOUR_MS,
      12 * HOUR_MS,
      24 * HOUR_MS,
    ]);
    expect(scheduleLengthMs(ladder45h)).toBe(44 * HOUR_MS + 36 * MINUTE_MS);
  });
});

describe('the next delay', () => {
  it('is the next gap, and null when there is none', () => {
    expect(nextDelayMs(ladder45h, { attempt: 1 })).toBe(MINUTE_MS);
    expect(nextDelayMs(ladder45h, { attempt: 7 })).toBe(24 * HOUR_MS);
    expect(nextDelayMs(ladder45h, { attempt: 8 })).toBeNull();
    expect(nextDelayMs(ladder45h, { attempt: 8, retryAfterMs: 1000 })).toBeNull();
  });

  it('is longer when the receiver asks for it, never shorter', () => {
    expect(nextDelayMs(ladder45h, { attempt: 1, retryAfterMs: 5000 })).toBe(MINUTE_MS);
    expect(nextDelayMs(ladder45h, { attempt: 1, retryAfterMs: 90_000 })).toBe(90_000);
  });

  it('has the jitter of the plan', () => {
    expect(nextDelayMs(ladder45h, { attempt: 1, jitterMs: 500 })).toBe(60_500);
    expect(nextDelayMs(ladder45h, { attempt: 1, jitterMs: -500 })).toBe(59_500);
  });

  it('takes Retry-After as the policy says', () => {
    const waits = (retryAfter: NonNullable<RetryPolicy['retryAfter']>, retryAfterMs: number): number | null =>
      nextDelayMs({ delaysMs: [MINUTE_MS], retryAfter }, { attempt: 1, retryAfterMs });
    expect(waits('honoured', 10 * MINUTE_MS)).toBe(10 * MINUTE_MS);
    expect(waits('clamped', 10 * MINUTE_MS)).toBe(2 * MINUTE_MS);
    expect(waits('clamped', 90_000)).toBe(90_000);
    expect(waits('clamped', 1)).toBe(MINUTE_MS);
    expect(waits('ignored', 10 * MINUTE_MS)).toBe(MINUTE_MS);
  });

  it('is as long as the policy wants it after what it throttles, and no longer after anything else', () => {
    const throttle = { statuses: [429], timeouts: true, delayMsMin: MINUTE_MS } as const;
    const waits = (recorded: Recorded, more: Partial<RetryPolicy> = {}): number | null =>
      nextDelayMs({ delaysMs: [5000, HOUR_MS], throttle, ...more }, { attempt: 1, recorded });
    expect(waits({ kind: 'failed', status: 429 })).toBe(MINUTE_MS);
    expect(waits({ kind: 'timed-out' })).toBe(MINUTE_MS);
    expect(waits({ kind: 'failed', status: 500 })).toBe(5000);
    expect(waits({ kind: 'connection-failed' })).toBe(5000);
    const statusesOnly = { throttle: { statuses: [429], delayMsMin: MINUTE_MS } };
    expect(waits({ kind: 'timed-out' }, statusesOnly)).toBe(5000);
    const late = { attempt: 2, recorded: { kind: 'failed', status: 429 } } as const;
    expect(nextDelayMs({ delaysMs: [5000, HOUR_MS], throttle }, late)).toBe(HOUR_MS);
    const asked = { ...late, attempt: 1, retryAfterMs: HOUR_MS };
    expect(nextDelayMs({ delaysMs: [5000], throttle, retryAfter: 'clamped' }, asked)).toBe(2 * MINUTE_MS);
  });

  it('is a pure function of policy, attempt, Retry-After and jitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        fc.nat(1000),
        (attempt, retryAfterMs, jitterMs) => {
          const question = { attempt, retryAfterMs, jitterMs };
          const delayMs = nextDelayMs(ladder45h, question);
          expect(nextDelayMs(ladder45h, question)).toBe(delayMs);
          expect(delayMs === null).toBe(attempt > ladder45h.delaysMs.length);
          if (delayMs !== null) expect(delayMs).toBeGreaterThanOrEqual(retryAfterMs);
        },
      ),
    );
  });
});

describe('jitter', () => {
  const policy = { delaysMs: [1000, 60_000, 7], jitter: { shareMin: -0.5, shareMax: 0.2 } };

  it('is drawn for every wait, within its shares, in whole milliseconds', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const drawn = drawJitterMs(policy, seededRandom(seed)) ?? {};
        expect(Object.keys(drawn)).toEqual(['1', '2', '3']);
        for (const [index, delayMs] of policy.delaysMs.entries()) {
          const jitterMs = drawn[String(index + 1)] ?? Number.NaN;
          expect(Number.isInteger(jitterMs)).toBe(true);
          expect(jitterMs).toBeGreaterThanOrEqual(-0.5 * delayMs);
          expect(jitterMs).toBeLessThanOrEqual(0.2 * delayMs);
        }
      }),
    );
  });

  it('of one attempt does not depend on the others', () => {
    const [first, second] = [
      [1000, 60_000],
      [9, 60_000],
    ].map((delaysMs) => drawJitterMs({ ...policy, delaysMs }, seededRandom('s')));
    expect(first?.['2']).toBe(second?.['2']);
  });

  it('is none where the policy has none', () => {
    expect(drawJitterMs(ladder45h, seededRandom('s'))).toBeUndefined();
  });
});

describe('every policy', () => {
  it('has an id of its own, positive whole gaps, and says where they are from', () => {
    expect(new Set(retryPolicies.map((policy) => policy.id)).size).toBe(retryPolicies.length);
    for (const policy of retryPolicies) {
      expect(policy.delaysMs.every((delayMs) => Number.isInteger(delayMs) && delayMs > 0)).toBe(true);
      expect(policy.source).not.toBe('');
    }
  });
});
