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
import { standardWebhooks } from './standard-webhooks.ts';

/** Every provider profile. To add one: one file beside these, one line here. */
export const profiles: readonly Profile[] = [
  standardWebhooks,
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
