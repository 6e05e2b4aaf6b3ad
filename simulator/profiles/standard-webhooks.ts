import { ladder45h } from '../retry-policy.ts';
import { standardWebhooksScheme } from '../signing/standard-webhooks.ts';
import { is2xx, jsonBody, type Profile } from './profile.ts';

/** The default: Standard Webhooks with the envelope of article 000 (https://www.standardwebhooks.com). */
export const standardWebhooks: Profile = {
  id: 'standard-webhooks',
  title: 'Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature v1)',
  grounds: {
    signature: { basis: 'documented', source: 'spec/standard-webhooks.md 1.0.0, signature scheme' },
    headers: { basis: 'documented', source: 'spec/standard-webhooks.md 1.0.0, webhook headers' },
    payload: { basis: 'documented', source: 'the envelope of article 000' },
    success: { basis: 'documented', source: 'spec/standard-webhooks.md: 2xx; 410 disables the endpoint' },
  },
  eventIdShape: 'msg_{base62:24}',
  retryPolicy: ladder45h,
  timeoutMs: 15_000,
  timeoutBasis: 'documented',
  timeoutSource: 'spec/standard-webhooks.md: "15 to 30 seconds"',
  scheme: standardWebhooksScheme,
  headerNames: { id: 'webhook-id' },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: { 'content-type': 'application/json', 'user-agent': 'lost200' },
    body: jsonBody({
      id: event.id,
      type: event.type,
      timestamp: event.occurredAt,
      createdAt: event.occurredAt,
      data: event.data,
    }),
  }),
  isSuccess: is2xx,
  disables: (status) => status === 410,
};
