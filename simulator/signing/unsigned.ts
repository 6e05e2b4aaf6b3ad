import type { Scheme } from './scheme.ts';

/** Nothing is signed and nothing is sent: nobody can tell a forgery. */
export const unsigned: Scheme = {
  id: 'unsigned',
  kind: 'none',
  covers: { body: false, id: false, time: false, url: false },
  severalSecrets: false,
  signatureHeaders: [],
  sign: (parcel) => parcel,
  secretFault: () => undefined,
  secretOf: (bytes) => Buffer.from(bytes).toString('hex'),
};
