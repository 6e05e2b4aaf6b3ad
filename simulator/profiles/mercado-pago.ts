import { hmacScheme } from '../signing/hmac.ts';
import { mercadoPagoPayment } from './objects/mercado-pago.ts';
import { jsonBody, type BoundEvent, type Profile } from './profile.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TOPIC = 'payment';

/** Payment notifications ("webhooks", not IPN). The signature covers the query's id and a header, but nothing of the body. */
export const mercadoPago: Profile = {
  id: 'mercado-pago',
  title: 'Mercado Pago (x-signature over data.id and x-request-id, thin payloads)',
  grounds: {
    signature: {
      basis: 'documented',
      source:
        'Mercado Pago, "Webhooks", x-signature. Its examples show ts in seconds and in milliseconds: seconds here, as the SDK reads them; and data.id goes in as it is, as in the SDKs since June 2026, where the text had it in lower case',
    },
    headers: {
      basis: 'documented',
      source:
        'Mercado Pago, "Webhooks", example of a notification; that x-request-id is another one for each attempt is assumed',
    },
    payload: {
      basis: 'documented',
      source:
        'Mercado Pago, "Webhooks", example of a notification; that date_created is the instant of what happened is assumed',
    },
    success: { basis: 'documented', source: 'Mercado Pago, "Webhooks": 200 or 201' },
  },
  eventIdShape: '{int:12}',
  retryPolicy: {
    id: 'mercado-pago-4d',
    title: '15 m, 15 m, 5.5 h, 42 h, 48 h',
    delaysMs: [15 * MINUTE_MS, 15 * MINUTE_MS, 5.5 * HOUR_MS, 42 * HOUR_MS, 48 * HOUR_MS],
    basis: 'inferred',
    source:
      'documented: every 15 minutes, and longer waits after the third attempt; the longer ones are from an older table, from memory',
  },
  timeoutMs: 22_000,
  timeoutBasis: 'documented',
  timeoutSource: 'Mercado Pago, "Webhooks": 22 seconds',
  scheme: hmacScheme('mercado-pago-v1', {
    algorithm: 'sha256',
    encoding: 'hex',
    signs: 'id:{query.data.id};request-id:{header.x-request-id};ts:{timestamp};',
    headers: { 'x-signature': 'ts={timestamp},{signatures}' },
    entry: '{version}={digest}',
    version: 'v1',
  }),
  lifecycles: [mercadoPagoPayment],
  headerNames: {},
  compose: ({ url, events: [event], attempt, ownId }) => ({
    url: withQuery(url, event),
    headers: {
      accept: '*/*',
      'accept-encoding': '*',
      'content-type': 'application/json',
      'user-agent': 'restclient-node/4.15.3',
      'x-request-id': ownId('{uuid}', `request/${attempt}`),
      'x-rest-pool-name': '/services/webhooks.js',
      'x-retry': String(attempt - 1),
      'x-socket-timeout': '22000',
    },
    body: jsonBody({
      action: event.type,
      api_version: 'v1',
      data: event.data,
      date_created: event.occurredAt,
      id: /^\d{1,15}$/.test(event.id) ? Number(event.id) : event.id,
      live_mode: true,
      type: TOPIC,
      user_id: 44444,
    }),
  }),
  isSuccess: (status) => status === 200 || status === 201,
  disables: () => false,
};

/** The object's id stands in the query, and it is the query that is signed. */
function withQuery(url: string, { objectId }: BoundEvent): string {
  const written = new URL(url);
  written.searchParams.set('data.id', objectId);
  written.searchParams.set('type', TOPIC);
  return written.href;
}
