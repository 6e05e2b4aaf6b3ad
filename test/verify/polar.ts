import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly Webhook: new (secret: string) => {
    /** Throws unless the request is genuine. */
    verify(body: string, headers: Readonly<Record<string, string>>): unknown;
  };
}

/** `validateEvent` of @polar-sh/sdk 0.49.0 knows the older rule for keys only; Polar's documentation names this library for the newer. */
export const polarVerifier: Verifier = {
  profile: 'polar',
  library: 'standardwebhooks',
  verify: ({ headers, body }, secret) => {
    const { Webhook } = vendorLibrary('standardwebhooks') as Library;
    new Webhook(secret).verify(body.toString(), headers);
    return true;
  },
};
