/** Svix signatures: Standard Webhooks under the header names that came first (https://docs.svix.com/receiving/verifying-payloads). */
import { hmacScheme } from './hmac.ts';
import type { Scheme } from './scheme.ts';
import { standardWebhooksV1 } from './standard-webhooks.ts';

export const svixScheme: Scheme = hmacScheme('svix-v1', {
  ...standardWebhooksV1,
  headers: {
    'svix-id': '{id}',
    'svix-timestamp': '{timestamp}',
    'svix-signature': '{signatures}',
  },
});
