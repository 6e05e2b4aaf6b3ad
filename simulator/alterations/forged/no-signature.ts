import type { Alteration } from '../alteration.ts';

export const noSignature: Alteration = {
  id: 'no-signature',
  kind: 'forgery',
  group: 'forged',
  title: 'A request comes without a signature',
  because:
    'Receivers check the signature only where there is one, or only where a secret is configured (bug list P3: "no secret, so it is valid").',
  requirement: 'must',
  needs: ['signature'],
  signing: (signing) => ({ ...signing, secrets: [] }),
};
