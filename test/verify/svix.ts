import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly Webhook: new (secret: string) => {
    /** Throws unless the request is genuine. */
    verify(body: string, headers: Readonly<Record<string, string>>): unknown;
  };
}

export const svixVerifier: Verifier = {
  profile: 'svix',
  library: 'svix',
  verify: ({ headers, body }, secret) => {
    const { Webhook } = vendorLibrary('svix') as Library;
    new Webhook(secret).verify(body.toString(), headers);
    return true;
  },
};
