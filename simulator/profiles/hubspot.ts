import type { JsonObject } from '../json.ts';
import { HOUR_MS, MINUTE_MS, type RetryPolicy } from '../retry-policy.ts';
import { hubspotScheme } from '../signing/hubspot.ts';
import { hubspotDeal } from './objects/hubspot.ts';
import { is2xx, jsonBody, type BoundEvent, type Profile } from './profile.ts';

const hubspotSchedule: RetryPolicy = {
  id: 'hubspot-24h',
  title: '1 m, 3 m, 7 m, 15 m, 30 m, 1 h, 2 h, 4 h, 7 h, 9 h 4 m',
  delaysMs: [
    ...[1, 3, 7, 15, 30].map((minutes) => minutes * MINUTE_MS),
    ...[1, 2, 4, 7].map((hours) => hours * HOUR_MS),
    9 * HOUR_MS + 4 * MINUTE_MS,
  ],
  basis: 'assumed',
  source: "HubSpot's documentation: up to 10 more times over 24 h, at random; the gaps are assumed",
};

export const hubspot: Profile = {
  id: 'hubspot',
  title: 'HubSpot v3 (X-HubSpot-Signature-v3 over method, URL, body and time; arrays of events)',
  grounds: {
    signature: {
      basis: 'documented',
      source:
        "HubSpot's documentation, and @hubspot/api-client 13.5.0; which escapes of the URL are undone is from memory",
    },
    headers: {
      basis: 'documented',
      source: 'captured requests; the older signatures v1 and v2 are left out',
    },
    payload: { basis: 'documented', source: "HubSpot's documentation, webhooks" },
    success: { basis: 'documented', source: "HubSpot's documentation, webhooks: 2xx" },
  },
  eventIdShape: '{int:10}',
  retryPolicy: hubspotSchedule,
  timeoutMs: 5000,
  timeoutBasis: 'documented',
  timeoutSource: "HubSpot's documentation, webhooks: 5 seconds",
  scheme: hubspotScheme,
  lifecycles: [hubspotDeal],
  headerNames: {},
  batchMax: 100,
  compose: ({ url, events, attempt, ownId }) => ({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent':
        'HubSpot Connect 2.0 (http://dev.hubspot.com/) (namespace: webhooks-nio-http-client) - WebhooksPlatformService-web',
      'X-HubSpot-Timeout-Millis': '5000',
      'X-HubSpot-Correlation-Id': ownId('{uuid}', `correlation-${attempt}`),
    },
    body: jsonBody(events.map((event) => elementOf(event, attempt))),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

/** Attempts are counted from 0, in the body: a repeat is not the same bytes. */
function elementOf(event: BoundEvent, attempt: number): JsonObject {
  const eventId = /^[1-9]\d{0,14}$/.test(event.id) ? Number(event.id) : event.id;
  return { eventId, subscriptionType: event.type, attemptNumber: attempt - 1, ...event.data };
}
