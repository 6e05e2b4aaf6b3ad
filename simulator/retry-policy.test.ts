import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ladder45h, nextDelayMs, retryPolicies, scheduleLengthMs } from './retry-policy.ts';

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

describe('every policy', () => {
  it('has an id of its own, positive whole gaps, and says where they are from', () => {
    expect(new Set(retryPolicies.map((policy) => policy.id)).size).toBe(retryPolicies.length);
    for (const policy of retryPolicies) {
      expect(policy.delaysMs.every((delayMs) => Number.isInteger(delayMs) && delayMs > 0)).toBe(true);
      expect(policy.source).not.toBe('');
    }
  });
});
