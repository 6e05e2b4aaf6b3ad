import { validatedAs } from './shopify-library.ts';
import type { Verifier } from './verifier.ts';

export const shopifyVerifier: Verifier = {
  profile: 'shopify',
  library: '@shopify/shopify-api',
  verify: async (request, secret) => (await validatedAs(request, secret)) === 'webhooks',
};
