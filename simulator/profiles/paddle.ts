import type { Json, JsonObject } from '../json.ts';
import { fillIdShape } from '../random.ts';
import { hmacScheme } from '../signing/hmac.ts';
import { paddleSubscription, paddleTransaction } from './objects/paddle.ts';
import { jsonBody, type BoundEvent, type Profile } from './profile.ts';

/** 20 repeats in the first hour, 47 in a day, 60 in three. */
const DELAYS_SECONDS = [
  ...Array<number>(20).fill(180),
  ...Array<number>(27).fill(3066),
  ...Array<number>(13).fill(13_290),
];

/** Notifications of Paddle Billing. */
export const paddle: Profile = {
  id: 'paddle',
  title: 'Paddle Billing (Paddle-Signature: ts and h1, five seconds of tolerance)',
  grounds: {
    signature: {
      basis: 'documented',
      source:
        'Paddle, "Verify webhook signatures": several h1 while a secret is replaced; the Node library 3.10.0 reads the last one only, and no time in the future is too late for it',
    },
    headers: {
      basis: 'documented',
      source: 'a captured notification: Paddle-Version, the user agent; no id, no attempt',
    },
    payload: {
      basis: 'inferred',
      source:
        'Paddle, "Notification payload" and entities of its library, cut down; that a repeat keeps its notification_id and a replay has a new one is inferred',
    },
    success: { basis: 'documented', source: 'Paddle, "Respond to webhooks": 200 within five seconds' },
  },
  eventIdShape: 'evt_01h{base36:23}',
  retryPolicy: {
    id: 'paddle-3d',
    title: '60 repeats in 3 days: 20 in the first hour, 47 in the first day',
    delaysMs: DELAYS_SECONDS.map((seconds) => seconds * 1000),
    basis: 'assumed',
    source:
      'documented: 60 repeats over 3 days (3 in 15 minutes in the sandbox), exponential; how they are spread is from memory',
  },
  timeoutMs: 5000,
  timeoutBasis: 'documented',
  timeoutSource: 'Paddle, "Respond to webhooks": five seconds',
  scheme: hmacScheme('paddle-h1', {
    algorithm: 'sha256',
    encoding: 'hex',
    signs: '{timestamp}:{body}',
    headers: { 'Paddle-Signature': 'ts={timestamp};{signatures}' },
    entry: '{version}={digest}',
    version: 'h1',
    separator: ';',
    keyPrefix: 'pdl_ntfset_',
    toleranceSeconds: 5,
    toleratesFuture: true,
    libraryReads: 'last',
  }),
  lifecycles: [paddleSubscription, paddleTransaction],
  headerNames: {},
  compose: ({ url, events: [event], ownId }) => ({
    url,
    headers: { 'content-type': 'application/json', 'paddle-version': '1', 'user-agent': 'Paddle' },
    body: jsonBody({
      data: objectOf(event),
      event_id: event.id,
      event_type: event.type,
      occurred_at: event.occurredAt,
      notification_id: ownId('ntf_01h{base36:23}', 'notification'),
    }),
  }),
  isSuccess: (status) => status === 200,
  disables: () => false,
};

/** The object of the event: the one that lives, or an adjustment of it, with an id of its own. */
function objectOf({ objectId, data }: BoundEvent): Json {
  const { adjustment } = data;
  if (adjustment === null || typeof adjustment !== 'object') return data;
  return { id: fillIdShape('adj_01h{base36:23}', objectId, 'adjustment'), ...(adjustment as JsonObject) };
}
