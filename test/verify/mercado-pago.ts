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
  // The body is not signed: the id in the URL, the id of the request and the time are.
  tamper: (request) => {
    const { url, headers } = request;
    const other = new URL(url);
    other.searchParams.set('data.id', `${other.searchParams.get('data.id') ?? ''}7`);
    return [
      { ...request, url: other.href },
      { ...request, headers: { ...headers, 'x-request-id': `${headers['x-request-id'] ?? ''}7` } },
      {
        ...request,
        headers: { ...headers, 'x-signature': (headers['x-signature'] ?? '').replace('ts=1', 'ts=2') },
      },
    ];
  },
};
