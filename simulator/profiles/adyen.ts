import type { JsonObject } from '../json.ts';
import { isoInstant } from '../clock.ts';
import { fillIdShape } from '../random.ts';
import { adyenScheme } from '../signing/adyen.ts';
import { adyenPayment } from './objects/adyen.ts';
import { is2xx, jsonBody, type BoundEvent, type Profile } from './profile.ts';

const EIGHT_HOURS_SECONDS = 28_800;
const DELAYS_SECONDS = [
  ...[9, 9, 9, 120, 300, 600, 900, 1800, 3600, 7200, 14_400],
  ...Array<number>(88).fill(EIGHT_HOURS_SECONDS),
];

/** Standard webhooks of payments: the signature is in each item of the body, and a request that is not taken holds up the rest. */
export const adyen: Profile = {
  id: 'adyen',
  title: 'Adyen standard webhooks (notificationItems, hmacSignature in each item)',
  grounds: {
    signature: { basis: 'documented', source: 'Adyen, "Verify HMAC signatures"; its published example' },
    headers: {
      basis: 'documented',
      source:
        'a captured notification; give the Authorization header of basic authentication among your headers',
    },
    payload: {
      basis: 'inferred',
      source:
        'Adyen, "Webhook structure" and captured notifications; several items in one request are what the envelope allows, the documentation says that JSON holds one',
    },
    success: {
      basis: 'documented',
      source:
        'Adyen, "Accept webhooks": 2xx; that the body of older receivers is [accepted] does not count here',
    },
  },
  eventIdShape: '',
  retryPolicy: {
    id: 'adyen-30d',
    title:
      'three times after 9 s, then 2 m, 5 m, 10 m, 15 m, 30 m, 1 h, 2 h, 4 h, and every 8 h for up to 30 days',
    delaysMs: DELAYS_SECONDS.map((seconds) => seconds * 1000),
    basis: 'inferred',
    source:
      'documented (May 2026): at 9, 18 and 27 s, then from a queue up to 8 h apart, for up to 30 days; that the 8 h repeat is inferred. An older page says three times at once',
  },
  timeoutMs: 10_000,
  timeoutBasis: 'documented',
  timeoutSource: 'Adyen, "Accept webhooks": 10 seconds',
  scheme: adyenScheme,
  lifecycles: [adyenPayment],
  headerNames: {},
  batchMax: 6,
  queue: 'fifo',
  compose: ({ url, events }) => ({
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Adyen HttpClient 1.0' },
    body: withEscapedSlashes(
      jsonBody({
        live: 'true',
        notificationItems: events.map((event) => ({ NotificationRequestItem: itemOf(event) })),
      }),
    ),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

/** A payment is named by its first pspReference; what is done to it has a pspReference of its own. */
function itemOf({ objectId, type, fact, occurredAtMs, data }: BoundEvent): JsonObject {
  const references: JsonObject =
    type === 'AUTHORISATION'
      ? { pspReference: objectId }
      : {
          originalReference: objectId,
          pspReference: fillIdShape('{int:16}', objectId, `${fact}/${occurredAtMs}`),
        };
  const { additionalData, ...rest } = data;
  const given = (additionalData ?? {}) as JsonObject;
  return {
    // Last, and empty until it is signed.
    additionalData: { ...given, hmacSignature: '' },
    ...rest,
    eventCode: type,
    eventDate: isoInstant(occurredAtMs).replace(/\.\d+Z$/, '+00:00'),
    ...references,
  };
}

function withEscapedSlashes(body: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(body).toString().replaceAll('/', '\\/'));
}
