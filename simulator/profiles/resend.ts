import { emailOfResend } from './objects/resend.ts';
import { is2xx, jsonBody, type Profile } from './profile.ts';
import { svix, svixHeaders } from './svix.ts';

/** Resend sends through Svix. */
export const resend: Profile = {
  ...svix,
  id: 'resend',
  title: 'Resend (by Svix): what becomes of e-mails',
  grounds: {
    signature: { basis: 'documented', source: 'resend.com/docs/webhooks/verify-webhooks-requests' },
    headers: { basis: 'inferred', source: 'Resend sends through Svix; the user agent is that of Svix' },
    payload: {
      basis: 'documented',
      source: 'resend.com/docs/webhooks/event-types; further fields are assumed',
    },
    success: { basis: 'inferred', source: 'as Svix: 2xx' },
  },
  retryPolicy: {
    ...svix.retryPolicy,
    id: 'resend',
    source: 'resend.com/docs/webhooks/retries-and-replays; jitter and Retry-After as Svix does',
  },
  timeoutSource: 'as Svix, which is said to wait 15 s',
  lifecycles: [emailOfResend],
  compose: ({ url, events: [event] }) => ({
    url,
    headers: svixHeaders,
    body: jsonBody({ type: event.type, created_at: event.occurredAt, data: event.data }),
  }),
  isSuccess: is2xx,
};
