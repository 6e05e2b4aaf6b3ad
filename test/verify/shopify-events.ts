import { validatedAs } from './shopify-library.ts';
import type { Verifier } from './verifier.ts';

export const shopifyEventsVerifier: Verifier = {
  profile: 'shopify-events',
  library: '@shopify/shopify-api',
  verify: async (request, secret) => (await validatedAs(request, secret)) === 'events',
};
