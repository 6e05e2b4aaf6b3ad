import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly WebhooksHelper: {
    verifySignature(given: {
      readonly requestBody: string;
      readonly signatureHeader: string;
      readonly signatureKey: string;
      readonly notificationUrl: string;
    }): Promise<boolean>;
  };
}

export const squareVerifier: Verifier = {
  profile: 'square',
  library: 'square',
  verify: async ({ url, headers, body }, secret) => {
    const { WebhooksHelper } = vendorLibrary('square') as Library;
    return WebhooksHelper.verifySignature({
      requestBody: body.toString(),
      signatureHeader: headers['x-square-hmacsha256-signature'] ?? '',
      signatureKey: secret,
      notificationUrl: url,
    });
  },
};
