import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly Paddle: new (apiKey: string) => {
    readonly webhooks: {
      /** Throws unless the request is genuine; gives the event with its data. */
      unmarshal(
        body: string,
        secret: string,
        header: string,
      ): Promise<{ readonly eventId: string; readonly data: { readonly id: string } }>;
    };
  };
}

export const paddleVerifier: Verifier = {
  profile: 'paddle',
  library: '@paddle/paddle-node-sdk',
  verify: async ({ headers, body }, secret) => {
    const { Paddle } = vendorLibrary('@paddle/paddle-node-sdk') as Library;
    const { webhooks } = new Paddle('unused');
    const { eventId, data } = await webhooks.unmarshal(
      body.toString(),
      secret,
      headers['paddle-signature'] ?? '',
    );
    return eventId.startsWith('evt_') && /^(?:sub|txn|adj)_/.test(data.id);
  },
  rotationAccepts: { only: 'oldest', because: 'the library keeps the last h1 of the header and no other' },
};
