import { discordPingRequest } from './discord-ping.ts';
import { notStatus, type Handshake } from './handshake.ts';

export const discordBadSignature: Handshake = {
  id: 'discord-bad-signature',
  title: 'Discord sends a request with a wrong signature, to see it refused',
  because:
    'Such probes come when the URL is saved and at any time afterwards: without 401 Discord does not take the URL, or removes it (discord-api-docs, "Security and authorization").',
  requirement: 'must',
  request: (bench) => discordPingRequest({ ...bench, secrets: [bench.strangeSecret] }),
  problem: (answer) => notStatus(answer, 401),
};
