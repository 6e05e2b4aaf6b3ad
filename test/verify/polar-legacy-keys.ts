import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  /** Throws unless the request is genuine and its data is as the type of the event wants it. */
  readonly validateEvent: (
    body: string,
    headers: Readonly<Record<string, string>>,
    secret: string,
  ) => { readonly type: string };
}

export const polarLegacyKeysVerifier: Verifier = {
  profile: 'polar-legacy-keys',
  library: '@polar-sh/sdk',
  verify: ({ headers, body }, secret) => {
    const { validateEvent } = vendorLibrary('@polar-sh/sdk/webhooks') as Library;
    return validateEvent(body.toString(), headers, secret).type.startsWith('subscription.');
  },
};
