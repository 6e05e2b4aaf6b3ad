import { notStatus, signedJson, type Handshake, type HandshakeBench } from './handshake.ts';
import type { Parcel } from '../signing/scheme.ts';

/** A PING of webhook events; also what the probe with a wrong signature holds. */
export function discordPingRequest(bench: HandshakeBench): Parcel {
  return signedJson(
    bench,
    { 'user-agent': 'Discord-Webhook/1.0 (+https://discord.com)' },
    { version: 1, application_id: '1019370614521200640', type: 0 },
  );
}

export const discordPing: Handshake = {
  id: 'discord-ping',
  title: 'Discord sends a PING',
  because:
    'A PING of type 0 comes when the URL is saved: without 204 and an empty body Discord does not take the URL (discord-api-docs, "Webhook Events", setting up).',
  requirement: 'must',
  request: discordPingRequest,
  problem: (answer) => notStatus(answer, 204) ?? (answer.body === '' ? undefined : 'its body is not empty'),
};
