import { polarLegacyScheme } from '../signing/polar.ts';
import { polar } from './polar.ts';
import type { Profile } from './profile.ts';

/** As `polar`, with a secret from before the rule for its key changed: what `validateEvent` of @polar-sh/sdk 0.49.0 knows. */
export const polarLegacyKeys: Profile = {
  ...polar,
  id: 'polar-legacy-keys',
  title: 'Polar (Standard Webhooks; secrets made before 2026-09-08)',
  grounds: {
    ...polar.grounds,
    signature: {
      basis: 'documented',
      source:
        'polarsource/polar, webhook/tasks.py and constants.py: the key is the UTF-8 text of the whole secret',
    },
  },
  scheme: polarLegacyScheme,
};
