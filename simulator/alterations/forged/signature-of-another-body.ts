import type { Alteration } from '../alteration.ts';

export const signatureOfAnotherBody: Alteration = {
  id: 'signature-of-another-body',
  kind: 'forgery',
  group: 'forged',
  title: 'The signature is right, but for another body',
  because: 'Whoever sees one signed request has a signature; what it signs is the question.',
  requirement: 'must',
  needs: ['signed-body', 'signature-header'],
  compose: (parcel, { profile }) => ({
    ...parcel,
    body: Buffer.from(profile.bodyKind === 'form' ? 'Ping=1' : '{"ping":true}'),
  }),
  after: (signed, { composed }) => ({ ...signed, body: composed.body }),
};
