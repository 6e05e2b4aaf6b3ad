import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly webhooks: {
    /** Throws unless the request is genuine. */
    constructEvent(body: Buffer, header: string, secret: string): { readonly object: string };
  };
}

export const stripeVerifier: Verifier = {
  profile: 'stripe',
  library: 'stripe',
  verify: ({ headers, body }, secret) => {
    const { webhooks } = vendorLibrary('stripe') as Library;
    return webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret).object === 'event';
  },
};
