import { discordBadSignature } from '../handshakes/discord-bad-signature.ts';
import { discordPing } from '../handshakes/discord-ping.ts';
import type { RetryPolicy } from '../retry-policy.ts';
import { ed25519Scheme } from '../signing/ed25519.ts';
import { discordEntitlement } from './objects/discord.ts';
import { jsonBody, type Profile } from './profile.ts';

const discordSchedule: RetryPolicy = {
  id: 'discord-10m',
  title: '5 s, 10 s, 20 s, 40 s, 80 s, 160 s, 285 s',
  delaysMs: [5, 10, 20, 40, 80, 160, 285].map((seconds) => seconds * 1000),
  basis: 'assumed',
  source: 'discord-api-docs: exponential, for up to 10 minutes; the gaps are assumed',
};

export const DISCORD_APPLICATION_ID = '1019370614521200640';

/** Webhook events (not interactions, which are never tried again). */
export const discord: Profile = {
  id: 'discord',
  title: 'Discord webhook events (X-Signature-Ed25519, X-Signature-Timestamp)',
  grounds: {
    signature: { basis: 'documented', source: 'discord-api-docs, and discord-interactions 4.4.0' },
    headers: { basis: 'documented', source: 'discord-api-docs; the user agent from memory' },
    payload: { basis: 'documented', source: 'discord-api-docs: webhook events and the entitlement object' },
    success: { basis: 'documented', source: 'discord-api-docs: 204 without a body within 3 seconds' },
  },
  // Interactions have ids; webhook events have none.
  eventIdShape: '',
  retryPolicy: discordSchedule,
  timeoutMs: 3000,
  timeoutBasis: 'documented',
  timeoutSource: 'discord-api-docs: 3 seconds',
  scheme: ed25519Scheme('discord', {
    encoding: 'hex',
    signs: '{timestamp}{body}',
    headers: { 'X-Signature-Ed25519': '{signatures}', 'X-Signature-Timestamp': '{timestamp}' },
  }),
  lifecycles: [discordEntitlement],
  handshakes: [discordPing, discordBadSignature],
  headerNames: {},
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Discord-Webhook/1.0 (+https://discord.com)',
    },
    body: jsonBody({
      version: 1,
      application_id: DISCORD_APPLICATION_ID,
      type: 1,
      event: { type: event.type, timestamp: event.occurredAt, data: event.data },
    }),
  }),
  isSuccess: (status) => status === 204,
  disables: () => false,
};
