import { ladder45h } from '../retry-policy.ts';
import { signStandardWebhooks } from '../signing/standard-webhooks.ts';
import type { Profile } from './profile.ts';

/** The default: Standard Webhooks with the envelope of article 000 (https://www.standardwebhooks.com). */
export const standardWebhooks: Profile = {
  id: 'standard-webhooks',
  title: 'Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature v1)',
  eventIdShape: 'msg_{base62:24}',
  retryPolicy: ladder45h,
  timeoutMs: 15_000,
  timeoutBasis: 'documented',
  timeoutSource: 'spec/standard-webhooks.md: "15 to 30 seconds"',
  body: (event) =>
    Buffer.from(
      JSON.stringify({
        id: event.id,
        type: event.type,
        timestamp: event.occurredAt,
        createdAt: event.occurredAt,
        data: event.data,
      }),
    ),
  headers: (input) => ({
    'content-type': 'application/json',
    'user-agent': 'lost200',
    'webhook-id': input.eventId,
    'webhook-timestamp': String(input.timestampSeconds),
    'webhook-signature': signStandardWebhooks(
      input.secrets,
      input.eventId,
      input.timestampSeconds,
      input.body,
    ),
  }),
  isSuccess: (status) => status >= 200 && status <= 299,
  disables: (status) => status === 410,
};
