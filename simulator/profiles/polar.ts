import { isoInstant } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import { polarScheme } from '../signing/polar.ts';
import { polarSubscription } from './objects/polar.ts';
import { is2xx, jsonBody, type Profile } from './profile.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

export const polar: Profile = {
  id: 'polar',
  title: 'Polar (Standard Webhooks; secrets made since 2026-09-08)',
  grounds: {
    signature: {
      basis: 'documented',
      source: 'polarsource/polar, webhook/tasks.py and constants.py: the key is the base64 after whsec_',
    },
    headers: {
      basis: 'inferred',
      source: 'polarsource/polar, webhook/tasks.py; the value of webhook-api-version is assumed',
    },
    payload: { basis: 'documented', source: '@polar-sh/sdk 0.49.0, the schema that validateEvent applies' },
    success: {
      basis: 'documented',
      source:
        'polarsource/polar, webhook/tasks.py: 2xx, redirects are failures. Not played: earlier events are waited for a while, and ten failed deliveries in a row disable the endpoint',
    },
  },
  eventIdShape: '{uuid}',
  retryPolicy: {
    id: 'polar',
    title: '4 s, 8 s, 16 s, 32 s, 64 s, 128 s, 256 s, 512 s, 1024 s (50 to 100 % of each)',
    delaysMs: [4, 8, 16, 32, 64, 128, 256, 512, 1024].map((seconds) => seconds * 1000),
    jitter: { shareMin: -0.5, shareMax: 0 },
    retryAfter: 'ignored',
    basis: 'documented',
    source: 'polarsource/polar, webhook/tasks.py: compute_backoff with a factor of 2 s, ten attempts',
  },
  timeoutMs: 10_000,
  timeoutBasis: 'documented',
  timeoutSource: 'polarsource/polar, webhook/tasks.py',
  scheme: polarScheme,
  lifecycles: [polarSubscription],
  headerNames: { id: 'webhook-id' },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'polar.sh webhooks',
      'webhook-api-version': '2026-04',
    },
    body: jsonBody({ type: event.type, timestamp: event.occurredAt, data: withPeriodEnd(event.data) }),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

/** A period is a month long. */
function withPeriodEnd(data: JsonObject): JsonObject {
  const { current_period_start: start } = data;
  if (typeof start !== 'string') return data;
  return { ...data, current_period_end: isoInstant(Date.parse(start) + MONTH_MS) };
}
