import { createHash } from 'node:crypto';
import { ladder45h } from '../retry-policy.ts';
import { unsigned } from '../signing/unsigned.ts';
import { asaasBody } from './asaas.ts';
import { asaasPayment } from './objects/asaas.ts';
import { is2xx, jsonBody, type Profile } from './profile.ts';

/** The inbound form of article 000: another provider's body (here: Asaas's) passed on untouched, with an id in the header alone. */
export const relay: Profile = {
  id: 'relay',
  title: "A relay that passes another provider's body on (Webhook-Id in the header alone)",
  grounds: {
    signature: { basis: 'assumed', source: 'article 000 names none' },
    headers: { basis: 'documented', source: 'article 000: Webhook-Id, with the prefix in_' },
    payload: {
      basis: 'documented',
      source: "article 000: the body is the provider's; that it is Asaas's is ours",
    },
    success: { basis: 'assumed', source: 'article 000 says 200 only' },
  },
  eventIdShape: 'in_{base62:24}',
  retryPolicy: ladder45h,
  timeoutMs: 10_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'article 000 names none',
  scheme: unsigned,
  lifecycles: [{ ...asaasPayment, id: 'relay/payment', title: 'A payment of Asaas, relayed' }],
  headerNames: { id: 'Webhook-Id' },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: { 'content-type': 'application/json', 'Webhook-Id': event.id },
    body: jsonBody(asaasBody(event, foreignId(event.id))),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

/** The other provider's id of the event: the same whenever the event is passed on, and no use for who knows only ours. */
function foreignId(id: string): string {
  const digest = createHash('sha256').update(id).digest('hex');
  return `evt_${digest.slice(0, 32)}&${Number.parseInt(digest.slice(32, 40), 16)}`;
}
