import { cloudeventsAbuseProtection } from './cloudevents-abuse-protection.ts';
import { discordBadSignature } from './discord-bad-signature.ts';
import { discordPing } from './discord-ping.ts';
import type { Handshake } from './handshake.ts';
import { metaHubChallenge } from './meta-hub-challenge.ts';
import { slackUrlVerification } from './slack-url-verification.ts';
import { zoomUrlValidation } from './zoom-url-validation.ts';

/** Every handshake. To add one: one file beside these, one line here, and its profile names it. */
export const handshakes: readonly Handshake[] = [
  zoomUrlValidation,
  slackUrlVerification,
  metaHubChallenge,
  discordPing,
  discordBadSignature,
  cloudeventsAbuseProtection,
];

/** The handshake that a plan names; a plan that names another is malformed. */
export function handshakeOf(id: string): Handshake {
  const handshake = handshakes.find((one) => one.id === id);
  if (handshake === undefined) throw new RangeError(`There is no handshake "${id}".`);
  return handshake;
}
