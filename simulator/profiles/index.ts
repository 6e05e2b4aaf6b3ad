import { github } from './github.ts';
import { clerk } from './clerk.ts';
import type { Profile } from './profile.ts';
import { abacatepay } from './abacatepay.ts';
import { asaas } from './asaas.ts';
import { cloudevents } from './cloudevents.ts';
import { cloudeventsBinary } from './cloudevents-binary.ts';
import { discord } from './discord.ts';
import { hubspot } from './hubspot.ts';
import { lemonSqueezy } from './lemon-squeezy.ts';
import { linear } from './linear.ts';
import { pagarme } from './pagarme.ts';
import { relay } from './relay.ts';
import { sendgrid } from './sendgrid.ts';
import { zoom } from './zoom.ts';
import { resend } from './resend.ts';
import { shopifyEvents } from './shopify-events.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { standardWebhooksEd25519 } from './standard-webhooks-ed25519.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';
import { svix } from './svix.ts';
import { adyen } from './adyen.ts';
import { mercadoPago } from './mercado-pago.ts';
import { metaWhatsapp } from './meta-whatsapp.ts';
import { paddle } from './paddle.ts';
import { paypal } from './paypal.ts';
import { square } from './square.ts';
import { twilio } from './twilio.ts';

/** Every provider profile. To add one: one file beside these, one line here. */
export const profiles: readonly Profile[] = [
  standardWebhooks,
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
