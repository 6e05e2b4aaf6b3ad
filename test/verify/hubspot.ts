import type { Verifier } from './verifier.ts';
import { vendorLibrary } from './vendor.ts';

interface Library {
  readonly Signature: {
    /** Throws where the time is more than five minutes past. */
    isValid(options: {
      readonly signatureVersion: 'v3';
      readonly method: string;
      readonly url: string;
      readonly requestBody: string;
      readonly clientSecret: string;
      readonly signature: string;
      readonly timestamp: number;
    }): boolean;
  };
}

export const hubspotVerifier: Verifier = {
  profile: 'hubspot',
  library: '@hubspot/api-client',
  verify: ({ method, url, headers, body }, clientSecret) => {
    const { Signature } = vendorLibrary('@hubspot/api-client') as Library;
    return Signature.isValid({
      signatureVersion: 'v3',
      method,
      url,
      requestBody: body.toString(),
      clientSecret,
      signature: headers['x-hubspot-signature-v3'] ?? '',
      timestamp: Number(headers['x-hubspot-request-timestamp']),
    });
  },
};
