import { createHmac } from 'node:crypto';
import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly Webhooks: new (options: { readonly secret: string }) => {
    verify(body: string, signature: string): Promise<boolean>;
  };
}

export const githubVerifier: Verifier = {
  profile: 'github',
  library: '@octokit/webhooks',
  verify: async ({ headers, body }, secret) => {
    const { Webhooks } = vendorLibrary('@octokit/webhooks') as Library;
    const isGenuine = await new Webhooks({ secret }).verify(
      body.toString(),
      headers['x-hub-signature-256'] ?? '',
    );
    // The library passes over the older header; its formula is documented.
    const older = `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`;
    return isGenuine && headers['x-hub-signature'] === older;
  },
};
