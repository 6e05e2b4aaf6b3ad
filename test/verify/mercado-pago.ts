import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly WebhookSignatureValidator: {
    /** Throws unless the request is genuine. */
    validate(given: {
      readonly xSignature: string | undefined;
      readonly xRequestId: string | undefined;
      readonly dataId: string | null;
      readonly secret: string;
      readonly toleranceSeconds?: number;
    }): void;
  };
}

const TOLERANCE_SECONDS = 300;

export const mercadoPagoVerifier: Verifier = {
  profile: 'mercado-pago',
  library: 'mercadopago',
  verify: ({ url, headers }, secret) => {
    const { WebhookSignatureValidator } = vendorLibrary('mercadopago') as Library;
    const given = {
      xSignature: headers['x-signature'],
      xRequestId: headers['x-request-id'],
      dataId: new URL(url).searchParams.get('data.id'),
      secret,
    };
    WebhookSignatureValidator.validate(given);
    // Receivers may ask for a limit: the library then reads the time in seconds.
    WebhookSignatureValidator.validate({ ...given, toleranceSeconds: TOLERANCE_SECONDS });
    return true;
  },
};
