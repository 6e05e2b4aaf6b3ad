import { HOUR_MS, MINUTE_MS, type RetryPolicy } from '../retry-policy.ts';
import { abacatepayScheme } from '../signing/abacatepay.ts';
import { abacatepayCheckout } from './objects/abacatepay.ts';
import { is2xx, jsonBody, type Profile } from './profile.ts';

const abacatepaySchedule: RetryPolicy = {
  id: 'abacatepay-7',
  title: '1 m, 5 m, 30 m, 2 h, 5 h, 10 h',
  delaysMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS],
  basis: 'assumed',
  source: 'secondary sources: up to 7 attempts within about 18 h; the gaps are assumed (together 17 h 36 m)',
};

/** AbacatePay (BR), version 2: the secret travels in a header and in the query; the HMAC's key is public. */
export const abacatepay: Profile = {
  id: 'abacatepay',
  title: 'AbacatePay v2 (X-Webhook-Secret and ?webhookSecret=, X-Webhook-Signature with a public key)',
  grounds: {
    signature: { basis: 'documented', source: 'docs.abacatepay.com/pages/notificacoes/seguranca' },
    headers: {
      basis: 'documented',
      source: 'docs.abacatepay.com: the two headers, and a user agent that begins so',
    },
    payload: {
      basis: 'inferred',
      source: 'docs.abacatepay.com for the envelope; fields of a checkout from memory',
    },
    success: {
      basis: 'inferred',
      source: 'docs.abacatepay.com: 401 is not tried again; that 2xx is success is usual',
    },
  },
  eventIdShape: 'log_{base62:24}',
  retryPolicy: abacatepaySchedule,
  timeoutMs: 10_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'not published',
  scheme: abacatepayScheme,
  lifecycles: [abacatepayCheckout],
  headerNames: {},
  compose: ({ url, events: [event] }) => ({
    url,
    headers: { 'content-type': 'application/json', 'user-agent': 'AbacatePay/2.0' },
    body: jsonBody({ id: event.id, event: event.type, apiVersion: 2, devMode: false, data: event.data }),
  }),
  isSuccess: is2xx,
  disables: () => false,
  givesUp: (status) => status === 401,
};
