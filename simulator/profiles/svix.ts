import type { RetryPolicy } from '../retry-policy.ts';
import { svixScheme } from '../signing/svix.ts';
import { is2xx, jsonBody, type Profile } from './profile.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Eight attempts; the last one 27 h 35 m 5 s after the first. */
export const svixSchedule: RetryPolicy = {
  id: 'svix',
  title: '5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 10 h (±20 %)',
  delaysMs: [5000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
  jitter: { shareMin: -0.2, shareMax: 0.2 },
  retryAfter: 'clamped',
  throttle: { statuses: [429], timeouts: true, delayMsMin: MINUTE_MS },
  basis: 'documented',
  source:
    'svix-webhooks 4fc0cfb, config.default.toml and worker.rs: the schedule, ±20 %, 60 s after 429 and timeouts',
};

/** Whatever its users send: the id is in a header and not in the body. */
export const svix: Profile = {
  id: 'svix',
  title: 'Svix (svix-id, svix-timestamp, svix-signature v1)',
  grounds: {
    signature: {
      basis: 'documented',
      source: 'docs.svix.com, "Verifying Webhooks Manually"; svix-webhooks 4fc0cfb',
    },
    headers: {
      basis: 'documented',
      source: 'svix-webhooks 4fc0cfb, worker.rs; the version in the user agent is assumed',
    },
    payload: {
      basis: 'assumed',
      source: "the body is each sender's own; here type, timestamp and data, as Standard Webhooks recommends",
    },
    success: {
      basis: 'documented',
      source: 'svix-webhooks 4fc0cfb, worker.rs: 2xx; redirects are not followed',
    },
  },
  eventIdShape: 'msg_{base62:27}',
  retryPolicy: svixSchedule,
  timeoutMs: 15_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'from memory: the hosted service waits 15 s; config.default.toml says 30 s',
  scheme: svixScheme,
  headerNames: { id: 'svix-id' },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: svixHeaders,
    body: jsonBody({ type: event.type, timestamp: event.occurredAt, data: event.data }),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

export const svixHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'user-agent': 'Svix-Webhooks/1.84.0',
};
