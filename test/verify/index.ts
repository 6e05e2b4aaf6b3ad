import { abacatepayVerifier } from './abacatepay.ts';
import { asaasVerifier } from './asaas.ts';
import { cloudeventsVerifier } from './cloudevents.ts';
import { cloudeventsBinaryVerifier } from './cloudevents-binary.ts';
import { discordVerifier } from './discord.ts';
import { hubspotVerifier } from './hubspot.ts';
import { lemonSqueezyVerifier } from './lemon-squeezy.ts';
import { linearVerifier } from './linear.ts';
import { pagarmeVerifier } from './pagarme.ts';
import { relayVerifier } from './relay.ts';
import { sendgridVerifier } from './sendgrid.ts';
import { zoomVerifier } from './zoom.ts';
import { standardWebhooksVerifier } from './standard-webhooks.ts';
import type { Verifier } from './verifier.ts';

/** One verifier for every profile. To add one: one file beside these, one line here. */
export const verifiers: readonly Verifier[] = [
  standardWebhooksVerifier,
  abacatepayVerifier,
  asaasVerifier,
  cloudeventsVerifier,
  cloudeventsBinaryVerifier,
  discordVerifier,
  hubspotVerifier,
  lemonSqueezyVerifier,
  linearVerifier,
  pagarmeVerifier,
  relayVerifier,
  sendgridVerifier,
  zoomVerifier,
];
