import type { Verifier } from './verifier.ts';
import { vendorLibrary } from './vendor.ts';

interface Library {
  readonly Webhook: new (secret: string) => {
    /** Throws unless the request is genuine. */
    verify(body: string, headers: Readonly<Record<string, string>>): unknown;
  };
}

export const standardWebhooksVerifier: Verifier = {
  profile: 'standard-webhooks',
  library: 'standardwebhooks',
  verify: ({ headers, body }, secret) => {
    const { Webhook } = vendorLibrary('standardwebhooks') as Library;
    new Webhook(secret).verify(body.toString(), headers);
    return true;
  },
};
