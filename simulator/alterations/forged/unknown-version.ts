import type { Alteration } from '../alteration.ts';

export const unknownVersion: Alteration = {
  id: 'unknown-version',
  kind: 'forgery',
  group: 'forged',
  title: 'A wrong signature has a version that nobody knows',
  because:
    'Entries of unknown versions are to be skipped; a receiver that then finds nothing left to check, and nothing wrong, lets the request pass.',
  requirement: 'must',
  needs: ['signature-version'],
  signing: (signing, { strangeSecret }) => ({
    ...signing,
    secrets: [strangeSecret],
    forge: { version: 'v9' },
  }),
};
