import { userOfClerk } from './objects/clerk.ts';
import { jsonBody, type Profile } from './profile.ts';
import { svix, svixHeaders } from './svix.ts';

/** Clerk sends through Svix. */
export const clerk: Profile = {
  ...svix,
  id: 'clerk',
  title: 'Clerk (by Svix): what becomes of users',
  grounds: {
    signature: {
      basis: 'documented',
      source: 'clerk.com/docs/webhooks; @clerk/backend 3.25.0 verifyWebhook',
    },
    headers: { basis: 'inferred', source: 'Clerk sends through Svix; the user agent is that of Svix' },
    payload: {
      basis: 'inferred',
      source: 'clerk.com/docs/webhooks/overview; the fields of the user are those of its API, from memory',
    },
    success: { basis: 'inferred', source: 'as Svix: 2xx' },
  },
  retryPolicy: {
    ...svix.retryPolicy,
    id: 'clerk',
    basis: 'inferred',
    source: 'Clerk sends through Svix and points to its schedule',
  },
  timeoutSource: 'as Svix, which is said to wait 15 s',
  lifecycles: [userOfClerk],
  compose: ({ url, events: [event] }) => ({
    url,
    headers: svixHeaders,
    body: jsonBody({
      data: event.data,
      event_attributes: { http_request: { client_ip: '203.0.113.7', user_agent: 'Mozilla/5.0' } },
      instance_id: 'ins_2g7np7Hrk0SN6kj5EDMLDaKNL0S',
      object: 'event',
      timestamp: event.occurredAtMs,
      type: event.type,
    }),
  }),
};
