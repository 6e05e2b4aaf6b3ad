import { standardWebhooksV1aScheme } from '../signing/standard-webhooks.ts';
import type { Profile } from './profile.ts';
import { standardWebhooks } from './standard-webhooks.ts';

/** As `standard-webhooks`, with signatures that a receiver can verify and not make. */
export const standardWebhooksEd25519: Profile = {
  ...standardWebhooks,
  id: 'standard-webhooks-ed25519',
  title: 'Standard Webhooks with public keys (webhook-signature v1a, ed25519)',
  grounds: {
    ...standardWebhooks.grounds,
    signature: {
      basis: 'documented',
      source:
        'spec/standard-webhooks.md 1.0.0, asymmetric signatures; whsk_ holds seed and public key, as Svix writes it',
    },
  },
  scheme: standardWebhooksV1aScheme,
};
