import type { Verifier } from './verifier.ts';

/** HTTP Basic (RFC 7617): nothing is signed. */
export const pagarmeVerifier: Verifier = {
  profile: 'pagarme',
  library: 'node:crypto',
  verify: ({ headers }, userAndPassword) => {
    const [, encoded = ''] = /^Basic (\S+)$/.exec(headers['authorization'] ?? '') ?? [];
    return Buffer.from(encoded, 'base64').toString() === userAndPassword;
  },
};
