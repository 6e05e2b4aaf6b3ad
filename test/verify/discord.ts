import type { Verifier } from './verifier.ts';
import { vendorLibrary } from './vendor.ts';

interface Library {
  readonly verifyKey: (
    body: Buffer,
    signature: string,
    timestamp: string,
    publicKey: string,
  ) => Promise<boolean>;
}

export const discordVerifier: Verifier = {
  profile: 'discord',
  library: 'discord-interactions',
  verify: ({ headers, body }, publicKey) => {
    const { verifyKey } = vendorLibrary('discord-interactions') as Library;
    const signature = headers['x-signature-ed25519'] ?? '';
    return verifyKey(body, signature, headers['x-signature-timestamp'] ?? '', publicKey);
  },
};
