import { abacatepayVerifier } from './abacatepay.ts';
import { adyenVerifier } from './adyen.ts';
import { asaasVerifier } from './asaas.ts';
import { clerkVerifier } from './clerk.ts';
import { cloudeventsVerifier } from './cloudevents.ts';
import { cloudeventsBinaryVerifier } from './cloudevents-binary.ts';
import { discordVerifier } from './discord.ts';
import { githubVerifier } from './github.ts';
import { hubspotVerifier } from './hubspot.ts';
import { lemonSqueezyVerifier } from './lemon-squeezy.ts';
import { linearVerifier } from './linear.ts';
import { mercadoPagoVerifier } from './mercado-pago.ts';
import { metaWhatsappVerifier } from './meta-whatsapp.ts';
import { paddleVerifier } from './paddle.ts';
import { pagarmeVerifier } from './pagarme.ts';
import { paypalVerifier } from './paypal.ts';
import { polarVerifier } from './polar.ts';
import { polarLegacyKeysVerifier } from './polar-legacy-keys.ts';
import { relayVerifier } from './relay.ts';
import { resendVerifier } from './resend.ts';
import { sendgridVerifier } from './sendgrid.ts';
import { shopifyVerifier } from './shopify.ts';
import { shopifyEventsVerifier } from './shopify-events.ts';
import { slackVerifier } from './slack.ts';
import { squareVerifier } from './square.ts';
import { standardWebhooksVerifier } from './standard-webhooks.ts';
import { standardWebhooksEd25519Verifier } from './standard-webhooks-ed25519.ts';
import { stripeVerifier } from './stripe.ts';
import { svixVerifier } from './svix.ts';
import { twilioVerifier } from './twilio.ts';
import { zoomVerifier } from './zoom.ts';
import type { Verifier } from './verifier.ts';

/** One verifier for every profile. To add one: one file beside these, one line here. */
export const verifiers: readonly Verifier[] = [
  standardWebhooksVerifier,
  standardWebhooksEd25519Verifier,
  svixVerifier,
  resendVerifier,
  clerkVerifier,
  polarVerifier,
  polarLegacyKeysVerifier,
  stripeVerifier,
  githubVerifier,
  shopifyVerifier,
  shopifyEventsVerifier,
  slackVerifier,
  metaWhatsappVerifier,
  mercadoPagoVerifier,
  twilioVerifier,
  paypalVerifier,
  squareVerifier,
  paddleVerifier,
  adyenVerifier,
  asaasVerifier,
  abacatepayVerifier,
  pagarmeVerifier,
  zoomVerifier,
  linearVerifier,
  lemonSqueezyVerifier,
  sendgridVerifier,
  discordVerifier,
  hubspotVerifier,
  cloudeventsVerifier,
  cloudeventsBinaryVerifier,
  relayVerifier,
];
