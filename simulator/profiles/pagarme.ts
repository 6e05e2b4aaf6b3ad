import { HOUR_MS, MINUTE_MS, type RetryPolicy } from '../retry-policy.ts';
import type { Scheme } from '../signing/scheme.ts';
import { tokenScheme } from '../signing/token.ts';
import { pagarmeCharge, pagarmeOrder } from './objects/pagarme.ts';
import { is2xx, jsonBody, type Profile } from './profile.ts';

const pagarmeSchedule: RetryPolicy = {
  id: 'pagarme-assumed',
  title: '5 m, 30 m, 2 h',
  delaysMs: [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS],
  basis: 'assumed',
  source: 'not published: these gaps are ours, set retries to what your account shows',
};

const basic = tokenScheme('pagarme-basic', { header: 'Authorization', as: 'Basic {secret.base64}' });

/** HTTP Basic; a secret is `user:password`. */
const pagarmeScheme: Scheme = {
  ...basic,
  secretFault: (secret) =>
    basic.secretFault(secret) ??
    (/^[^:]+:./.test(secret) ? undefined : 'it is no user and password with a colon between them'),
  secretOf: (bytes) => `lost200:${basic.secretOf(bytes)}`,
};

/** Pagar.me (BR), version 5: no signature; where the hook has a user and password, they come as HTTP Basic. */
export const pagarme: Profile = {
  id: 'pagarme',
  title: 'Pagar.me v5 (HTTP Basic; nothing is signed)',
  grounds: {
    signature: { basis: 'assumed', source: 'none is documented; HTTP Basic on the hook is from memory' },
    headers: { basis: 'assumed', source: 'none is documented' },
    payload: {
      basis: 'inferred',
      source: 'docs.pagar.me/reference/exemplo-de-webhook-1 for the envelope; fields and states from memory',
    },
    success: { basis: 'assumed', source: 'not documented: 2xx' },
  },
  eventIdShape: 'hook_{base62:16}',
  retryPolicy: pagarmeSchedule,
  timeoutMs: 10_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'not published',
  scheme: pagarmeScheme,
  lifecycles: [pagarmeOrder, pagarmeCharge],
  headerNames: {},
  compose: ({ url, events: [event] }) => ({
    url,
    headers: { 'content-type': 'application/json' },
    body: jsonBody({
      id: event.id,
      account: { id: 'acc_zWK2p8QTrFjG6nKo', name: 'Lost 200 Store' },
      type: event.type,
      created_at: event.occurredAt.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length),
      data: event.data,
    }),
  }),
  isSuccess: is2xx,
  disables: () => false,
};
