import { createPublicKey, verify } from 'node:crypto';
import type { Verifier } from './verifier.ts';

const TOLERANCE_SECONDS = 300;

/** The published libraries pass over `v1a`; this is the specification's text, "Signature scheme", once more. */
export const standardWebhooksEd25519Verifier: Verifier = {
  profile: 'standard-webhooks-ed25519',
  library: 'node:crypto',
  verify: ({ headers, body }, publicKey) => {
    const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': list = '' } = headers;
    if (Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
    const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64');
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
      format: 'jwk',
    });
    const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body]);
    return list
      .split(' ')
      .filter((entry) => entry.startsWith('v1a,'))
      .some((entry) => verify(null, signed, key, Buffer.from(entry.slice('v1a,'.length), 'base64')));
  },
};
