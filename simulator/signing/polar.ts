/** Polar's signatures: Standard Webhooks, with two rules for the key (polarsource/polar, server/polar/webhook). */
import { hmacScheme } from './hmac.ts';
import type { Scheme } from './scheme.ts';
import { standardWebhooksV1 } from './standard-webhooks.ts';

/** Secrets made since 2026-09-08, as the specification has it. A secret is replaced at once: one signs at a time. */
const { separator: _, keyPrefix: __, ...oneAtATime } = standardWebhooksV1;

export const polarScheme: Scheme = hmacScheme('polar-v1', { ...oneAtATime, keyPrefix: 'whsec_' });

/** Older secrets: the key is the text of the secret, whatever it looks like. */
export const polarLegacyScheme: Scheme = hmacScheme('polar-v1-text', {
  ...oneAtATime,
  key: 'text',
  keyBytesMin: 1,
  keyBytesMax: 4096,
});
