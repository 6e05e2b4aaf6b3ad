import { zoomUrlValidation } from '../handshakes/zoom-url-validation.ts';
import { MINUTE_MS, type RetryPolicy } from '../retry-policy.ts';
import { hmacScheme } from '../signing/hmac.ts';
import { zoomMeeting } from './objects/zoom.ts';
import { jsonBody, type Profile } from './profile.ts';

const zoomSchedule: RetryPolicy = {
  id: 'zoom-3',
  title: '5 m, 20 m, 60 m',
  delaysMs: [5 * MINUTE_MS, 20 * MINUTE_MS, 60 * MINUTE_MS],
  basis: 'documented',
  source: 'developers.zoom.us/blog/webhook-delays (5, 30 and 90 minutes, which others name, are not there)',
  retryAfter: 'ignored',
};

export const zoom: Profile = {
  id: 'zoom',
  title: 'Zoom (x-zm-signature v0, x-zm-request-timestamp)',
  grounds: {
    signature: { basis: 'documented', source: 'developers.zoom.us, "Verify webhook events"' },
    headers: { basis: 'inferred', source: 'documented but for the user agent, which is from memory' },
    payload: { basis: 'inferred', source: 'envelope documented; fields of a meeting from memory' },
    success: { basis: 'documented', source: 'developers.zoom.us: 200 or 204 within 3 seconds' },
  },
  // Documented: events are told apart by event, event_ts and payload.object.uuid.
  eventIdShape: '',
  retryPolicy: zoomSchedule,
  timeoutMs: 3000,
  timeoutBasis: 'documented',
  timeoutSource: 'developers.zoom.us/blog/webhook-delays: 3 seconds',
  scheme: hmacScheme('zoom-v0', {
    algorithm: 'sha256',
    encoding: 'hex',
    signs: 'v0:{timestamp}:{body}',
    headers: { 'x-zm-request-timestamp': '{timestamp}', 'x-zm-signature': '{signatures}' },
    entry: '{version}={digest}',
    version: 'v0',
  }),
  lifecycles: [zoomMeeting],
  handshakes: [zoomUrlValidation],
  headerNames: {},
  compose: ({ url, events: [event] }) => ({
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Zoom Marketplace/1.0a' },
    body: jsonBody({ event: event.type, payload: event.data, event_ts: event.occurredAtMs }),
  }),
  isSuccess: (status) => status === 200 || status === 204,
  disables: () => false,
};
