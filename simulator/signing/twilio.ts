/** Twilio: HMAC-SHA1 over the URL and the parameters of the form, sorted by name, name and value without anything between. */
import { hmacScheme } from './hmac.ts';
import type { Scheme } from './scheme.ts';

const overText: Scheme = hmacScheme('twilio-sha1', {
  algorithm: 'sha1',
  encoding: 'base64',
  signs: '{url}{body}',
  headers: { 'X-Twilio-Signature': '{signatures}' },
});

const AUTH_TOKEN_BYTES = 16;

export const twilioScheme: Scheme = {
  id: overText.id,
  kind: 'shared',
  covers: overText.covers,
  severalSecrets: false,
  signatureHeaders: overText.signatureHeaders,
  sign: (parcel, signing) => ({
    ...overText.sign({ ...parcel, body: Buffer.from(sortedForm(parcel.body)) }, signing),
    body: parcel.body,
  }),
  secretFault: (secret) => overText.secretFault(secret),
  secretOf: (bytes) => overText.secretOf(bytes.subarray(0, AUTH_TOKEN_BYTES)),
};

/** Values of one name once each, sorted, as the library does. */
function sortedForm(body: Uint8Array): string {
  const form = new URLSearchParams(Buffer.from(body).toString());
  return [...new Set(form.keys())]
    .sort()
    .flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value))
    .join('');
}
