import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly validateRequest: (
    token: string,
    signature: string,
    url: string,
    form: Readonly<Record<string, string>>,
  ) => boolean;
}

export const twilioVerifier: Verifier = {
  profile: 'twilio',
  library: 'twilio',
  verify: ({ url, headers, body }, secret) => {
    const { validateRequest } = vendorLibrary('twilio') as Library;
    const form = Object.fromEntries(new URLSearchParams(body.toString()));
    return validateRequest(secret, headers['x-twilio-signature'] ?? '', url, form);
  },
};
