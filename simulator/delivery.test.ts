import { describe, expect, it } from 'vitest';
import { afterAttempt, recordReply } from './delivery.ts';
import type { NoReply, Recorded, Reply } from './model.ts';
import { standardWebhooks } from './profiles/standard-webhooks.ts';
import { ladder45h } from './retry-policy.ts';

function response(status: number): Reply {
  return { kind: 'response', status, headers: {}, body: '', latencyMs: 1 };
}

describe('what the provider records', () => {
  it.each([200, 201, 204, 299])('%i: delivered', (status) => {
    expect(recordReply(standardWebhooks, response(status))).toEqual({ kind: 'delivered', status });
  });

  it.each([199, 300, 302, 400, 404, 409, 410, 429, 500, 503])('%i: failed', (status) => {
    expect(recordReply(standardWebhooks, response(status))).toEqual({ kind: 'failed', status });
  });

  it.each<[NoReply, Recorded['kind']]>([
    ['timeout', 'timed-out'],
    ['gave-up', 'timed-out'],
    ['never-sent', 'connection-failed'],
    ['refused', 'connection-failed'],
    ['cut-short', 'connection-failed'],
    ['reset', 'connection-failed'],
    ['broken', 'connection-failed'],
    ['aborted', 'connection-failed'],
  ])('no reply, %s: %s', (reason, kind) => {
    expect(recordReply(standardWebhooks, { kind: 'none', reason, detail: '' })).toEqual({ kind });
  });
});

describe('after an attempt', () => {
  const after = (
    number: number,
    recorded: Recorded,
    more: { retryAfterMs?: number; jitterMs?: number } = {},
  ) => afterAttempt(ladder45h, standardWebhooks, { number, recorded, ...more });
  const failed: Recorded = { kind: 'failed', status: 500 };

  it('a success is the end, also on the last attempt', () => {
    expect(after(1, { kind: 'delivered', status: 200 })).toEqual({ state: 'delivered' });
    expect(after(8, { kind: 'delivered', status: 200 })).toEqual({ state: 'delivered' });
  });

  it('anything else waits for the next one', () => {
    expect(after(1, failed)).toEqual({ state: 'pending', delayMs: 60_000 });
    expect(after(2, { kind: 'timed-out' })).toEqual({ state: 'pending', delayMs: 300_000 });
    expect(after(3, { kind: 'connection-failed' })).toEqual({ state: 'pending', delayMs: 1_800_000 });
    expect(after(1, failed, { retryAfterMs: 120_000, jitterMs: 7 })).toEqual({
      state: 'pending',
      delayMs: 120_000,
    });
    expect(after(1, failed, { jitterMs: 7 })).toEqual({ state: 'pending', delayMs: 60_007 });
  });

  it('the eighth failure exhausts it', () => {
    expect(after(8, failed)).toEqual({ state: 'exhausted' });
    expect(after(9, failed)).toEqual({ state: 'exhausted' });
  });

  it('what is throttled waits longer', () => {
    const policy = { delaysMs: [5000], throttle: { statuses: [429], delayMsMin: 60_000 } };
    const outcome = (status: number): unknown =>
      afterAttempt(policy, standardWebhooks, { number: 1, recorded: { kind: 'failed', status } });
    expect(outcome(429)).toEqual({ state: 'pending', delayMs: 60_000 });
    expect(outcome(500)).toEqual({ state: 'pending', delayMs: 5000 });
  });

  it('410 disables it, on any attempt', () => {
    expect(after(1, { kind: 'failed', status: 410 })).toEqual({ state: 'disabled' });
    expect(after(8, { kind: 'failed', status: 410 })).toEqual({ state: 'disabled' });
  });
});
