import { metaHubChallenge } from '../handshakes/meta-hub-challenge.ts';
import type { Json, JsonObject } from '../json.ts';
import { hmacScheme } from '../signing/hmac.ts';
import { metaMessage } from './objects/meta-whatsapp.ts';
import type { BoundEvent, Profile } from './profile.ts';

const STATUSES_PER_CHANGE = 2;
const DELAYS_SECONDS = [
  10,
  60,
  300,
  900,
  3600,
  10_800,
  21_600,
  43_200,
  ...Array<number>(6).fill(86_400),
  5930,
];

/** Statuses of messages that a business sends with the WhatsApp Cloud API. */
export const metaWhatsapp: Profile = {
  id: 'meta-whatsapp',
  title: 'Meta WhatsApp Cloud API (X-Hub-Signature-256, several statuses in one body)',
  grounds: {
    signature: {
      basis: 'documented',
      source:
        'Webhooks from Meta, "Validating payloads": SHA256 over the escaped unicode version of the payload, lower-case hex',
    },
    headers: {
      basis: 'assumed',
      source: 'the user agent is from memory; there is no id, topic or attempt header',
    },
    payload: {
      basis: 'inferred',
      source:
        'WhatsApp Business Platform, "statuses object"; "up to 1000 updates" in one request is from Webhooks from Meta, how they are spread over changes and statuses is not said',
    },
    success: { basis: 'documented', source: 'WhatsApp Business Platform: anything but 200 is tried again' },
  },
  eventIdShape: '',
  retryPolicy: {
    id: 'meta-7d',
    title: '16 attempts in 7 days, less and less often',
    delaysMs: DELAYS_SECONDS.map((seconds) => seconds * 1000),
    basis: 'assumed',
    source:
      'documented: less and less often for up to 7 days (36 hours for other webhooks from Meta); the waits are assumed',
  },
  timeoutMs: 10_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'not published; the guidance is a median of 250 ms, and less than 1 % above one second',
  scheme: hmacScheme('meta-sha256', {
    algorithm: 'sha256',
    encoding: 'hex',
    signs: '{body}',
    headers: { 'X-Hub-Signature-256': '{signatures}' },
    entry: 'sha256={digest}',
  }),
  lifecycles: [metaMessage],
  handshakes: [metaHubChallenge],
  headerNames: {},
  batchMax: 1000,
  escapesUnicode: true,
  compose: ({ url, events }) => ({
    url,
    headers: { 'content-type': 'application/json', accept: '*/*', 'user-agent': 'facebookexternalua' },
    body: Buffer.from(escapedJson(envelopeOf(events))),
  }),
  isSuccess: (status) => status === 200,
  disables: () => false,
};

function envelopeOf(events: readonly BoundEvent[]): JsonObject {
  const changes: JsonObject[] = [];
  for (let start = 0; start < events.length; start += STATUSES_PER_CHANGE)
    changes.push({
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
        statuses: events.slice(start, start + STATUSES_PER_CHANGE).map(statusOf),
      },
      field: 'messages',
    });
  return { object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] };
}

/** Telephone numbers are digits here. */
function statusOf({ data }: BoundEvent): JsonObject {
  const { recipient_id: recipient } = data;
  return typeof recipient === 'string' ? { ...data, recipient_id: recipient.replace(/^\+/, '') } : data;
}

/** JSON as Meta writes it: `\u00e9` for all that is not ASCII, and `\/`. Whoever writes it anew signs other bytes. */
export function escapedJson(value: Json): string {
  return JSON.stringify(value)
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');
}
