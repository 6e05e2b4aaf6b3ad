import type { Recorded } from '../model.ts';
import { isoInstant } from '../clock.ts';
import { hmacScheme } from '../signing/hmac.ts';
import { squarePayment } from './objects/square.ts';
import { is2xx, jsonBody, type Profile } from './profile.ts';

const MINUTE_MS = 60_000;
const DELAYS_MINUTES = [1, 2, 4, 8, 16, 32, 60, 120, 240, 480, 480];

/** Payments. The signature is over the notification URL and the body, and repeats are the same bytes under the same signature. */
export const square: Profile = {
  id: 'square',
  title: 'Square (x-square-hmacsha256-signature over URL and body)',
  grounds: {
    signature: { basis: 'documented', source: 'Square, "Validate and process an event notification"' },
    headers: {
      basis: 'documented',
      source: 'Square, "Build with webhooks", as two projects cite it; the user agent is from memory',
    },
    payload: {
      basis: 'inferred',
      source:
        'Square, payment.updated event and Payment object; which event a refund of the payment gives is inferred',
    },
    success: { basis: 'documented', source: 'Square, "Build with webhooks": 2xx within 10 seconds' },
  },
  eventIdShape: '{uuid}',
  retryPolicy: {
    id: 'square-24h',
    title: '1 m, 2 m, 4 m, 8 m, 16 m, 32 m, 1 h, 2 h, 4 h, 8 h, 8 h',
    delaysMs: DELAYS_MINUTES.map((minutes) => minutes * MINUTE_MS),
    basis: 'documented',
    source: 'Square, "Build with webhooks", as two projects cite it: 11 repeats in 24 hours, then discarded',
  },
  timeoutMs: 10_000,
  timeoutBasis: 'documented',
  timeoutSource: 'Square, "Build with webhooks": 10 seconds',
  scheme: hmacScheme('square-sha256', {
    algorithm: 'sha256',
    encoding: 'base64',
    signs: '{url}{body}',
    headers: { 'x-square-hmacsha256-signature': '{signatures}' },
  }),
  lifecycles: [squarePayment],
  headerNames: {},
  compose: ({ url, events: [event], attempt, before, firstAtMs }) => ({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Square Connect v2',
      'square-environment': 'Production',
      'square-initial-delivery-timestamp': isoInstant(firstAtMs),
      ...(attempt === 1
        ? {}
        : { 'square-retry-number': String(attempt - 1), 'square-retry-reason': reasonOf(before) }),
    },
    body: jsonBody({
      merchant_id: 'MLE5Q2R8KZT1A',
      location_id: 'L88917AVBK2S5',
      type: event.type,
      event_id: event.id,
      created_at: event.occurredAt,
      data: { type: 'payment', id: event.objectId, object: { payment: event.data } },
    }),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

function reasonOf(before: Recorded | undefined): string {
  if (before?.kind === 'timed-out') return 'http_timeout';
  return before?.kind === 'failed' ? 'http_error' : 'other_error';
}
