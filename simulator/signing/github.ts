/** GitHub's signatures (docs.github.com, "Validating webhook deliveries"). */
import { hmacScheme, type HmacDescription } from './hmac.ts';
import type { Scheme } from './scheme.ts';

const overTheBody: Pick<HmacDescription, 'encoding' | 'signs' | 'entry'> = {
  encoding: 'hex',
  signs: '{body}',
  entry: '{version}={digest}',
};

const sha256 = hmacScheme('github-sha256', {
  ...overTheBody,
  algorithm: 'sha256',
  version: 'sha256',
  headers: { 'X-Hub-Signature-256': '{signatures}' },
});

/** For those who never changed over. */
const sha1 = hmacScheme('github-sha1', {
  ...overTheBody,
  algorithm: 'sha1',
  version: 'sha1',
  headers: { 'X-Hub-Signature': '{signatures}' },
});

/** HMAC-SHA256 of the body in one header, HMAC-SHA1 in another. There is no time, and one secret at a time. */
export const githubScheme: Scheme = {
  ...sha256,
  signatureHeaders: [...sha256.signatureHeaders, ...sha1.signatureHeaders],
  sign: (parcel, signing) => sha256.sign(sha1.sign(parcel, signing), signing),
};
