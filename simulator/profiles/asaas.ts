import { isoInstant } from '../clock.ts';
import type { Json, JsonObject } from '../json.ts';
import { HOUR_MS, MINUTE_MS, type RetryPolicy } from '../retry-policy.ts';
import { tokenScheme } from '../signing/token.ts';
import { asaasPayment } from './objects/asaas.ts';
import { jsonBody, type BoundEvent, type Profile } from './profile.ts';

const asaasSchedule: RetryPolicy = {
  id: 'asaas-15',
  title: '30 s, 1 m, 3.5 m, 5 m, 15 m, 25 m, 1 h x 5, 2 h x 2, 3 h',
  delaysMs: [
    ...[0.5, 1, 3.5, 5, 15, 25].map((minutes) => minutes * MINUTE_MS),
    ...[1, 1, 1, 1, 1, 2, 2, 3].map((hours) => hours * HOUR_MS),
  ],
  basis: 'documented',
  source:
    'docs.asaas.com/docs/penalizacao-de-filas: 15 attempts, then the queue is paused until somebody reactivates it (here: at once, without the event)',
  retryAfter: 'ignored',
};

/** Asaas (BR), webhooks of the sequential kind: a token in a header, and a queue that one refused event holds up. */
export const asaas: Profile = {
  id: 'asaas',
  title: 'Asaas (asaas-access-token, sequential queue)',
  grounds: {
    signature: { basis: 'documented', source: 'docs.asaas.com: authToken comes back in asaas-access-token' },
    headers: { basis: 'documented', source: 'docs.asaas.com: asaas-access-token; no other header is named' },
    payload: {
      basis: 'inferred',
      source: 'docs.asaas.com for the envelope; fields of the payment and its states from memory',
    },
    success: {
      basis: 'inferred',
      source: 'docs.asaas.com/docs/faq-de-webhooks: only 200; another page says the 200 family',
    },
  },
  eventIdShape: 'evt_{hex:32}&{int:9}',
  retryPolicy: asaasSchedule,
  timeoutMs: 10_000,
  timeoutBasis: 'inferred',
  timeoutSource: 'read timeouts are documented, 10 s is what others report',
  scheme: tokenScheme('asaas', { header: 'asaas-access-token' }),
  lifecycles: [asaasPayment],
  headerNames: {},
  queue: 'ordered',
  compose: ({ url, events: [event] }) => ({
    url,
    headers: { 'content-type': 'application/json' },
    body: jsonBody(asaasBody(event, event.id)),
  }),
  isSuccess: (status) => status === 200,
  disables: () => false,
};

/** Brazil's clock, without a zone: three hours behind UTC. */
const BRAZIL_MS = -3 * HOUR_MS;

/** The envelope; dates as Asaas writes them, amounts in reais. */
export function asaasBody(event: BoundEvent, id: string): JsonObject {
  const dateCreated = isoInstant(event.occurredAtMs + BRAZIL_MS)
    .slice(0, 19)
    .replace('T', ' ');
  return { id, event: event.type, dateCreated, payment: asaasObject(event.data) };
}

const DATES = [
  'dateCreated',
  'dueDate',
  'originalDueDate',
  'confirmedDate',
  'paymentDate',
  'clientPaymentDate',
];
const AMOUNTS = ['value', 'netValue'];

function asaasObject(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]): [string, Json] => {
      if (DATES.includes(name) && typeof value === 'string')
        return [name, value.slice(0, 'YYYY-MM-DD'.length)];
      if (AMOUNTS.includes(name) && typeof value === 'number') return [name, value / 100];
      return [name, value];
    }),
  );
}
