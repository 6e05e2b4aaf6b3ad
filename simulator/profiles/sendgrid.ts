import { HOUR_MS, MINUTE_MS, type RetryPolicy } from '../retry-policy.ts';
import { ecdsaScheme } from '../signing/ecdsa.ts';
import { sendgridMessage } from './objects/sendgrid.ts';
import { is2xx, type BoundEvent, type Profile } from './profile.ts';

const sendgridSchedule: RetryPolicy = {
  id: 'sendgrid-assumed',
  title: 'doubling from 1 m to 4 h 16 m, then 5 h x 3',
  delaysMs: [
    ...[1, 2, 4, 8, 16, 32, 64, 128, 256].map((minutes) => minutes * MINUTE_MS),
    ...[5, 5, 5].map((hours) => hours * HOUR_MS),
  ],
  basis: 'assumed',
  source: 'tried again with growing gaps for up to 24 h, from memory; the gaps are assumed',
};

/** As many as a test would like to see; SendGrid states bytes (768 KB) and seconds (30) from memory. */
const BATCH_MAX = 100;

export const sendgrid: Profile = {
  id: 'sendgrid',
  title: 'SendGrid Event Webhook (ECDSA over timestamp and body, arrays of events)',
  grounds: {
    signature: { basis: 'documented', source: '@sendgrid/eventwebhook 8.0.0, and its test vector' },
    headers: { basis: 'documented', source: '@sendgrid/eventwebhook 8.0.0; the user agent from memory' },
    payload: {
      basis: 'inferred',
      source:
        "line breaks as in SendGrid's own test vector (between elements: from memory); fields from memory",
    },
    success: { basis: 'assumed', source: '2xx, from memory' },
  },
  eventIdShape: '{base62:43}',
  retryPolicy: sendgridSchedule,
  timeoutMs: 3000,
  timeoutBasis: 'assumed',
  timeoutSource: 'from memory',
  scheme: ecdsaScheme('sendgrid', {
    signs: '{timestamp}{body}',
    headers: {
      'X-Twilio-Email-Event-Webhook-Signature': '{signatures}',
      'X-Twilio-Email-Event-Webhook-Timestamp': '{timestamp}',
    },
  }),
  lifecycles: [sendgridMessage],
  headerNames: {},
  batchMax: BATCH_MAX,
  compose: ({ url, events }) => ({
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'SendGrid Event API' },
    body: Buffer.from(`[${events.map(elementOf).join(',\r\n')}]\r\n`),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

function elementOf(event: BoundEvent): string {
  return JSON.stringify({ ...event.data, event: event.type, sg_event_id: event.id });
}
