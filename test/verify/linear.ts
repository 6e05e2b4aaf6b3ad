import type { Verifier } from './verifier.ts';
import { vendorLibrary } from './vendor.ts';

interface Library {
  readonly LinearWebhookClient: new (secret: string) => {
    /** Throws unless the request is genuine and its time is within 60 s. */
    verify(body: Buffer, signature: string, timestamp?: number): boolean;
  };
}

export const linearVerifier: Verifier = {
  profile: 'linear',
  library: '@linear/sdk',
  verify: ({ headers, body }, secret) => {
    const { LinearWebhookClient } = vendorLibrary('@linear/sdk/webhooks') as Library;
    const { webhookTimestamp } = JSON.parse(body.toString()) as { readonly webhookTimestamp: number };
    return new LinearWebhookClient(secret).verify(body, headers['linear-signature'] ?? '', webhookTimestamp);
  },
};
