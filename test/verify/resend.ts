import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly Resend: new (apiKey: string) => {
    readonly webhooks: {
      /** Throws unless the request is genuine. */
      verify(given: {
        readonly payload: string;
        readonly headers: Readonly<Record<'id' | 'timestamp' | 'signature', string | undefined>>;
        readonly webhookSecret: string;
      }): unknown;
    };
  };
}

export const resendVerifier: Verifier = {
  profile: 'resend',
  library: 'resend',
  verify: ({ headers, body }, webhookSecret) => {
    const { Resend } = vendorLibrary('resend') as Library;
    new Resend('re_not_used').webhooks.verify({
      payload: body.toString(),
      headers: {
        id: headers['svix-id'],
        timestamp: headers['svix-timestamp'],
        signature: headers['svix-signature'],
      },
      webhookSecret,
    });
    return true;
  },
};
