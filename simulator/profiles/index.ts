import { abacatepay } from './abacatepay.ts';
import { adyen } from './adyen.ts';
import { asaas } from './asaas.ts';
import { clerk } from './clerk.ts';
import { cloudevents } from './cloudevents.ts';
import { cloudeventsBinary } from './cloudevents-binary.ts';
import { discord } from './discord.ts';
import { github } from './github.ts';
import { hubspot } from './hubspot.ts';
import { lemonSqueezy } from './lemon-squeezy.ts';
import { linear } from './linear.ts';
import { mercadoPago } from './mercado-pago.ts';
import { metaWhatsapp } from './meta-whatsapp.ts';
import { paddle } from './paddle.ts';
import { pagarme } from './pagarme.ts';
import { paypal } from './paypal.ts';
import { polar } from './polar.ts';
import { polarLegacyKeys } from './polar-legacy-keys.ts';
import type { Profile } from './profile.ts';
import { relay } from './relay.ts';
import { resend } from './resend.ts';
import { sendgrid } from './sendgrid.ts';
import { shopify } from './shopify.ts';
import { shopifyEvents } from './shopify-events.ts';
import { slack } from './slack.ts';
import { square } from './square.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { standardWebhooksEd25519 } from './standard-webhooks-ed25519.ts';
import { stripe } from './stripe.ts';
import { svix } from './svix.ts';
import { twilio } from './twilio.ts';
import { zoom } from './zoom.ts';

/** Every provider profile. To add one: one file beside these, one line here. */
export const profiles: readonly Profile[] = [
  standardWebhooks,
  standardWebhooksEd25519,
  svix,
  resend,
  clerk,
  polar,
  polarLegacyKeys,
  stripe,
  github,
  shopify,
  shopifyEvents,
  slack,
  metaWhatsapp,
  mercadoPago,
  twilio,
  paypal,
  square,
  paddle,
  adyen,
  asaas,
  abacatepay,
  pagarme,
  zoom,
  linear,
  lemonSqueezy,
  sendgrid,
  discord,
  hubspot,
  cloudevents,
  cloudeventsBinary,
  relay,
];
