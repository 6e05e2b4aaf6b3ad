import { createHmac } from 'node:crypto';
import type { Verifier } from './verifier.ts';

/** docs.lemonsqueezy.com, "Signing requests": the package of the provider has no verifier. */
export const lemonSqueezyVerifier: Verifier = {
  profile: 'lemon-squeezy',
  library: 'node:crypto',
  verify: ({ headers, body }, secret) =>
    headers['x-signature'] === createHmac('sha256', secret).update(body).digest('hex'),
};
