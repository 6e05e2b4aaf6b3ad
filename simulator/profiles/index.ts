import type { Profile } from './profile.ts';
import { standardWebhooks } from './standard-webhooks.ts';

/** Every provider profile. To add one: one file beside these, one line here. */
export const profiles: readonly Profile[] = [standardWebhooks];
