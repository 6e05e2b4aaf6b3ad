import type { Verifier } from './verifier.ts';

/** docs.asaas.com: the token that was given when the webhook was made comes back in a header. */
export const asaasVerifier: Verifier = {
  profile: 'asaas',
  library: 'node:crypto',
  verify: ({ headers, body }, token) => {
    const { id } = JSON.parse(body.toString()) as { readonly id: string };
    return /^evt_[0-9a-f]{32}&\d+$/.test(id) && headers['asaas-access-token'] === token;
  },
};
