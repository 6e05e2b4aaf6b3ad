import { isoInstant } from '../clock.ts';
import type { Json, JsonObject } from '../json.ts';
import { fillIdShape } from '../random.ts';
import { paypalCertificate, paypalScheme } from '../signing/paypal.ts';
import { paypalCapture, paypalSubscription } from './objects/paypal.ts';
import { is2xx, jsonBody, type BoundEvent, type Profile } from './profile.ts';

const API = 'https://api.paypal.com';
const CERTIFICATE = 'CERT-360caa42-fca2a594-aecacc47';
const DELAYS_SECONDS = [60, 120, 240, 480, 960, 1920, 3840, 7680, ...Array<number>(17).fill(14_347)];

/** Captures and subscriptions, signed with a key whose certificate receivers fetch: from the simulated provider's API. */
export const paypal: Profile = {
  id: 'paypal',
  title: 'PayPal (PAYPAL-TRANSMISSION-SIG with RSA, certificate at PAYPAL-CERT-URL)',
  grounds: {
    signature: {
      basis: 'inferred',
      source:
        'PayPal, "Integrate webhooks", as other projects cite it. The certificate is ours, self-signed and served by our API: receivers that insist on a host of PayPal have to be told ours',
    },
    headers: {
      basis: 'documented',
      source: 'a captured notification; that a repeat keeps its transmission id is assumed',
    },
    payload: {
      basis: 'inferred',
      source:
        'PayPal, "Webhook event names" and a captured notification; the resources are those of its REST API, cut down',
    },
    success: { basis: 'documented', source: 'PayPal, "Webhooks": any 2xx' },
  },
  eventIdShape: 'WH-{BASE36:17}-{BASE36:17}',
  retryPolicy: {
    id: 'paypal-3d',
    title: '25 repeats in 3 days',
    delaysMs: DELAYS_SECONDS.map((seconds) => seconds * 1000),
    basis: 'assumed',
    source: 'PayPal, "Webhooks": documented are up to 25 times over 3 days; the waits are assumed',
  },
  timeoutMs: 30_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'not published',
  scheme: paypalScheme,
  lifecycles: [paypalCapture, paypalSubscription],
  headerNames: {},
  pages: ([secret]) =>
    secret === undefined
      ? {}
      : {
          [`/v1/notifications/certs/${CERTIFICATE}`]: {
            contentType: 'application/x-pem-file',
            body: paypalCertificate(secret),
          },
        },
  compose: ({ url, events: [event], ownId, apiUrl = API }) => ({
    url,
    headers: {
      accept: '*/*',
      'content-type': 'application/json',
      'correlation-id': ownId('{hex:13}', 'correlation'),
      'PAYPAL-AUTH-ALGO': 'SHA256withRSA',
      'PAYPAL-AUTH-VERSION': 'v2',
      'PAYPAL-CERT-URL': `${apiUrl}/v1/notifications/certs/${CERTIFICATE}`,
      'PAYPAL-TRANSMISSION-ID': ownId('{uuid}', 'transmission'),
      'user-agent': 'PayPal/AUHD-214.0-54280748',
    },
    body: jsonBody({
      id: event.id,
      event_version: '1.0',
      create_time: isoInstant(event.occurredAtMs),
      event_type: event.type,
      summary: summaryOf(event),
      links: [
        { href: `${API}/v1/notifications/webhooks-events/${event.id}`, rel: 'self', method: 'GET' },
        { href: `${API}/v1/notifications/webhooks-events/${event.id}/resend`, rel: 'resend', method: 'POST' },
      ],
      ...resourceOf(event),
    }),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

/** "A payment capture completed": who asks for more reads the fields. */
function summaryOf({ type }: BoundEvent): string {
  return `Notification of ${type.toLowerCase().replaceAll(/[._]/g, ' ')}`;
}

function resourceOf({ type, objectId, data }: BoundEvent): JsonObject {
  if (type.startsWith('BILLING.SUBSCRIPTION.'))
    return { resource_type: 'subscription', resource_version: '2.0', resource: data };
  const capture = `${API}/v2/payments/captures/${objectId}`;
  const { refund } = data;
  if (isObject(refund)) {
    const id = fillIdShape('{BASE36:17}', objectId, 'refund');
    const links = [
      { href: `${API}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: capture, rel: 'up', method: 'GET' },
    ];
    return { resource_type: 'refund', resource_version: '2.0', resource: { id, ...refund, links } };
  }
  const links = [
    { href: capture, rel: 'self', method: 'GET' },
    { href: `${capture}/refund`, rel: 'refund', method: 'POST' },
  ];
  return { resource_type: 'capture', resource_version: '2.0', resource: { ...data, links } };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
