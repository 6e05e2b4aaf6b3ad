/** The state machine of one delivery: pending until it is delivered, exhausted or disabled. Pure. */
import type { DeliveryState, Recorded, Reply } from './model.ts';
import type { Profile } from './profiles/profile.ts';
import { nextDelayMs, type Waits } from './retry-policy.ts';

/** What the provider records of a reply when no fault says otherwise. */
export function recordReply(profile: Profile, reply: Reply): Recorded {
  if (reply.kind === 'response') {
    const kind = profile.isSuccess(reply.status) ? 'delivered' : 'failed';
    return { kind, status: reply.status };
  }
  if (reply.reason === 'timeout' || reply.reason === 'gave-up') return { kind: 'timed-out' };
  return { kind: 'connection-failed' };
}

export interface Outcome {
  readonly state: DeliveryState;
  /** Set while pending: virtual milliseconds until the next attempt. */
  readonly delayMs?: number;
}

/** What becomes of a delivery after its attempt number `attempt` (from 1) was recorded. */
export function afterAttempt(
  policy: Waits,
  profile: Profile,
  attempt: {
    readonly number: number;
    readonly recorded: Recorded;
    readonly retryAfterMs?: number;
    readonly jitterMs?: number;
  },
): Outcome {
  const { recorded } = attempt;
  if (recorded.kind === 'delivered') return { state: 'delivered' };
  if (recorded.kind === 'failed' && profile.disables(recorded.status)) return { state: 'disabled' };
  if (recorded.kind === 'failed' && profile.givesUp?.(recorded.status) === true)
    return { state: 'exhausted' };
  const delayMs = nextDelayMs(policy, {
    attempt: attempt.number,
    recorded,
    ...(attempt.retryAfterMs === undefined ? {} : { retryAfterMs: attempt.retryAfterMs }),
    ...(attempt.jitterMs === undefined ? {} : { jitterMs: attempt.jitterMs }),
  });
  return delayMs === null ? { state: 'exhausted' } : { state: 'pending', delayMs };
}
