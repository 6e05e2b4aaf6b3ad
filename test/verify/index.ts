import { standardWebhooksVerifier } from './standard-webhooks.ts';
import type { Verifier } from './verifier.ts';

/** One verifier for every profile. To add one: one file beside these, one line here. */
export const verifiers: readonly Verifier[] = [standardWebhooksVerifier];
