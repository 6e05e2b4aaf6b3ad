import { fillIdShape } from '../random.ts';
import { stripeScheme } from '../signing/stripe.ts';
import { stripePayment } from './objects/stripe-payment.ts';
import { stripeSubscription } from './objects/stripe-subscription.ts';
import { is2xx, type Profile } from './profile.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Snapshot events of the live mode. Nothing in the headers names the event: its id is in the body alone. */
export const stripe: Profile = {
  id: 'stripe',
  title: 'Stripe (Stripe-Signature t=, v1=; snapshot events)',
  grounds: {
    signature: {
      basis: 'documented',
      source:
        'docs.stripe.com/webhooks/signature; stripe-node 23.1.0: v1 over t.body, several v1 while a secret is rolled',
    },
    headers: { basis: 'documented', source: 'captured requests of hookdeck/webhook-samples 84a3957' },
    payload: {
      basis: 'documented',
      source:
        'docs.stripe.com/api/events/object and the types of stripe-node 23.1.0; two spaces of indentation are from memory',
    },
    success: { basis: 'documented', source: 'docs.stripe.com/webhooks: 2xx; a redirect is a failure' },
  },
  eventIdShape: 'evt_1{base62:23}',
  retryPolicy: {
    id: 'stripe-live',
    title: '5 m, 30 m, 2 h, 5 h, 10 h, 10 h, 12 h, 12 h, 12 h',
    delaysMs: [5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 10, 12, 12, 12].map((hours) => hours * HOUR_MS)],
    retryAfter: 'ignored',
    basis: 'assumed',
    source:
      'documented: "up to 3 days with an exponential back off" in live mode; the waits are not published and assumed',
  },
  timeoutMs: 10_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'not published',
  scheme: stripeScheme,
  lifecycles: [stripePayment, stripeSubscription],
  headerNames: {},
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      Accept: '*/*; q=0.5, application/xml',
      'Cache-Control': 'no-cache',
    },
    body: Buffer.from(
      JSON.stringify(
        {
          id: event.id,
          object: 'event',
          api_version: '2026-10-28.endive',
          created: Math.floor(event.occurredAtMs / 1000),
          data: event.data,
          livemode: true,
          pending_webhooks: 1,
          request: {
            id: fillIdShape('req_{base62:14}', event.id, 'request'),
            idempotency_key: fillIdShape('{uuid}', event.id, 'idempotency-key'),
          },
          type: event.type,
        },
        null,
        2,
      ),
    ),
  }),
  isSuccess: is2xx,
  disables: () => false,
};
