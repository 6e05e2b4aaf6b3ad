import { cloudeventsAbuseProtection } from '../handshakes/cloudevents-abuse-protection.ts';
import { HOUR_MS, MINUTE_MS, type RetryPolicy } from '../retry-policy.ts';
import { tokenScheme } from '../signing/token.ts';
import { jsonBody, type Profile } from './profile.ts';

const cloudeventsSchedule: RetryPolicy = {
  id: 'cloudevents-assumed',
  title: '1 m, 5 m, 30 m, 2 h, 6 h',
  delaysMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS],
  basis: 'assumed',
  source: 'cloudevents/spec, http-webhook.md defines no schedule; Retry-After must be honoured',
  retryAfter: 'honoured',
};

/** The name of the system that sends, as DNS would have it. */
export const CLOUDEVENTS_ORIGIN = 'eventemitter.example.com';
export const CLOUDEVENTS_SOURCE = 'https://eventemitter.example.com/lost200';

const SUCCESSES = [200, 201, 202, 204];

/** CloudEvents 1.0 over HTTP web hooks, in structured mode: the event is the body. The bearer token is all there is of proof. */
export const cloudevents: Profile = {
  id: 'cloudevents',
  title: 'CloudEvents web hooks, structured mode (application/cloudevents+json, bearer token)',
  grounds: {
    signature: { basis: 'documented', source: 'cloudevents/spec, http-webhook.md: Authorization: Bearer' },
    headers: { basis: 'documented', source: 'cloudevents/spec, http-webhook.md and the HTTP binding' },
    payload: { basis: 'documented', source: 'cloudevents/spec 1.0, JSON event format' },
    success: {
      basis: 'documented',
      source: 'cloudevents/spec, http-webhook.md: 200, 201, 202 or 204; 410 ends it',
    },
  },
  eventIdShape: '{uuid}',
  retryPolicy: cloudeventsSchedule,
  timeoutMs: 10_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'the specification names none',
  scheme: tokenScheme('cloudevents-bearer', { header: 'Authorization', as: 'Bearer {secret}' }),
  handshakes: [cloudeventsAbuseProtection],
  headerNames: {},
  oneContentType: true,
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'WebHook-Request-Origin': CLOUDEVENTS_ORIGIN,
    },
    body: jsonBody({
      specversion: '1.0',
      id: event.id,
      source: CLOUDEVENTS_SOURCE,
      type: event.type,
      subject: event.objectId,
      time: event.occurredAt,
      datacontenttype: 'application/json',
      data: event.data,
    }),
  }),
  isSuccess: (status) => SUCCESSES.includes(status),
  disables: (status) => status === 410,
};
