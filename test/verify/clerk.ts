import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  /** Rejects unless the request is genuine. */
  readonly verifyWebhook: (request: Request, options: { readonly signingSecret: string }) => Promise<unknown>;
}

export const clerkVerifier: Verifier = {
  profile: 'clerk',
  library: '@clerk/backend',
  verify: async ({ method, url, headers, body }, signingSecret) => {
    const { verifyWebhook } = vendorLibrary('@clerk/backend/webhooks') as Library;
    await verifyWebhook(new Request(url, { method, headers, body }), { signingSecret });
    return true;
  },
};
