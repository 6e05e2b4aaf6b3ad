import type { Verifier } from './verifier.ts';

/** Article 000 names no signature: what can be told is that the id is in the header and that the body is the other provider's. */
export const relayVerifier: Verifier = {
  profile: 'relay',
  library: 'node:crypto',
  verify: ({ headers, body }) => {
    const id = headers['webhook-id'] ?? '';
    const text = body.toString();
    const { id: foreign } = JSON.parse(text) as { readonly id: string };
    return /^in_\w{24}$/.test(id) && !text.includes(id) && /^evt_[0-9a-f]{32}&\d+$/.test(foreign);
  },
};
