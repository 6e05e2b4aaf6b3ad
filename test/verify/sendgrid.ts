import type { Verifier } from './verifier.ts';
import { vendorLibrary } from './vendor.ts';

interface Library {
  readonly EventWebhook: new () => {
    convertPublicKeyToECDSA(publicKey: string): unknown;
    verifySignature(publicKey: unknown, body: Buffer, signature: string, timestamp: string): boolean;
  };
}

export const sendgridVerifier: Verifier = {
  profile: 'sendgrid',
  library: '@sendgrid/eventwebhook',
  verify: ({ headers, body }, publicKey) => {
    const { EventWebhook } = vendorLibrary('@sendgrid/eventwebhook') as Library;
    const webhook = new EventWebhook();
    return webhook.verifySignature(
      webhook.convertPublicKeyToECDSA(publicKey),
      body,
      headers['x-twilio-email-event-webhook-signature'] ?? '',
      headers['x-twilio-email-event-webhook-timestamp'] ?? '',
    );
  },
};
