import { HOUR_MS, MINUTE_MS, type RetryPolicy } from '../retry-policy.ts';
import { linearScheme } from '../signing/linear.ts';
import { linearIssue } from './objects/linear.ts';
import { jsonBody, type Profile } from './profile.ts';

const linearSchedule: RetryPolicy = {
  id: 'linear-3',
  title: '1 m, 1 h, 6 h',
  delaysMs: [MINUTE_MS, HOUR_MS, 6 * HOUR_MS],
  basis: 'inferred',
  source: "Linear's documentation as four others cite it; afterwards the webhook may be disabled",
};

const WEBHOOK_ID = '000042e3-d123-4980-b49f-8e140eef9329';
const ORGANIZATION_ID = '48cca0c4-6f9d-4a5d-8b56-a1f3a1e1b7c5';

export const linear: Profile = {
  id: 'linear',
  title: 'Linear (Linear-Signature; webhookTimestamp in the body, fresh on every attempt)',
  grounds: {
    signature: {
      basis: 'documented',
      source: '@linear/sdk 98.0.0, webhooks: 60 s both ways, on webhookTimestamp',
    },
    headers: { basis: 'documented', source: 'linear.app/developers/webhooks; the user agent from memory' },
    payload: {
      basis: 'inferred',
      source:
        'linear.app/developers/webhooks for the envelope; fields of an issue from memory; that retries are stamped anew was seen once',
    },
    success: { basis: 'inferred', source: "200 within 5 seconds: Linear's documentation as others cite it" },
  },
  eventIdShape: '{uuid}',
  retryPolicy: linearSchedule,
  timeoutMs: 5000,
  timeoutBasis: 'inferred',
  timeoutSource: "5 seconds: Linear's documentation as others cite it",
  scheme: linearScheme,
  lifecycles: [linearIssue],
  headerNames: { id: 'Linear-Delivery', topic: 'Linear-Event' },
  compose: ({ url, atMs, events: [event] }) => {
    const [type = event.type, action = 'update'] = event.type.split('.');
    return {
      url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Linear-Webhook',
        'Linear-Delivery': event.id,
        'Linear-Event': type,
      },
      body: jsonBody({
        action,
        type,
        createdAt: event.occurredAt,
        data: event.data,
        url: 'https://linear.app/lost200/issue/ENG-142',
        organizationId: ORGANIZATION_ID,
        // Signing stamps it again, with the time that it signs.
        webhookTimestamp: Math.floor(atMs),
        webhookId: WEBHOOK_ID,
      }),
    };
  },
  isSuccess: (status) => status === 200,
  disables: () => false,
};
