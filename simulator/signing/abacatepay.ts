/**
 * AbacatePay: an HMAC of the body whose key is published and the same for everybody, so that it shows nothing but that the body is
 * whole; and the secret itself, in a header and in the query. Only the secret tells who sent the request.
 */
import { createHmac } from 'node:crypto';
import type { Scheme } from './scheme.ts';

/** From docs.abacatepay.com/pages/notificacoes/seguranca. */
export const ABACATEPAY_PUBLIC_KEY =
  't9dXRhHHo3yDEj5pVDYz0frf7q6bMKyMRmxxCPIPp3RCplBfXRxqlC6ZpiWmOqj4L63qEaeUOtrCI8P0VMUgo6iIga2ri9ogaHFs0WIIywSMg0q7RmBfybe1E5XJcfC4IW3alNqym0tXoAKkzvfEjZxV6bE0oG2zJrNNYmUCKZyV0KZ3JS8Votf9EAWWYdiDkMkpbMdPggfh1EqHlVkMiTady6jOR3hyzGEHrIz2Ret0xHKMbiqkr9HS1JhNHDX9';

const SECRET_CHARACTERS_MIN = 32;

export const abacatepayScheme: Scheme = {
  id: 'abacatepay',
  kind: 'token',
  covers: { body: false, id: false, time: false, url: false },
  severalSecrets: false,
  inQueryToo: true,
  signatureHeaders: ['X-Webhook-Secret'],
  sign: (parcel, { secrets: [secret], forge = {} }) => {
    // Whoever forges a request knows the published key too.
    const whole = createHmac('sha256', ABACATEPAY_PUBLIC_KEY).update(parcel.body).digest('base64');
    const headers = { ...parcel.headers, 'X-Webhook-Signature': whole };
    const token = forge.emptyKey === true ? '' : secret;
    const shown = token === undefined ? null : (forge.digest?.(token) ?? (forge.digest ? null : token));
    if (shown === null) return { ...parcel, headers };
    const url = new URL(parcel.url);
    url.searchParams.set('webhookSecret', shown);
    return { ...parcel, url: url.href, headers: { ...headers, 'X-Webhook-Secret': shown } };
  },
  secretFault: (secret) => {
    if (secret.trim() === '') return secret === '' ? 'it is empty' : 'it is nothing but space';
    if (!/^[\x21-\x7e]+$/.test(secret)) return 'it contains what cannot stand in a header';
    return secret.length < SECRET_CHARACTERS_MIN
      ? `it has ${secret.length} characters, which is fewer than ${SECRET_CHARACTERS_MIN}`
      : undefined;
  },
  secretOf: (bytes) => Buffer.from(bytes).toString('hex'),
};
