import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly verify: (secret: string, body: string, header: string) => Promise<boolean>;
}

/** Meta has no library for Node; GitHub signs in the same way. */
export const metaWhatsappVerifier: Verifier = {
  profile: 'meta-whatsapp',
  library: '@octokit/webhooks-methods',
  verify: async ({ headers, body }, secret) => {
    const { verify } = vendorLibrary(
      './node_modules/@octokit/webhooks-methods/dist-node/index.js',
    ) as Library;
    return verify(secret, body.toString(), headers['x-hub-signature-256'] ?? '');
  },
};
