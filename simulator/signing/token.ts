/** Providers that sign nothing and send the secret itself: anyone who sees one request can forge the next. */
import type { Scheme } from './scheme.ts';

export interface TokenDescription {
  /** The header that it travels in, as the provider writes it. */
  readonly header: string;
  /** The header's value: text with `{secret}` or `{secret.base64}`. `{secret}` alone when unset. */
  readonly as?: string;
  /** Stands before every secret. */
  readonly keyPrefix?: string;
}

export function tokenScheme(
  id: string,
  { header, as = '{secret}', keyPrefix = '' }: TokenDescription,
): Scheme {
  return {
    id,
    kind: 'token',
    covers: { body: false, id: false, time: false, url: false },
    severalSecrets: false,
    ...(keyPrefix === '' ? {} : { keyPrefix }),
    signatureHeaders: [header],
    sign: (parcel, { secrets: [secret], forge = {} }) => {
      if (secret === undefined) return parcel;
      const token = forge.emptyKey === true ? '' : secret;
      const shown = forge.digest === undefined ? token : forge.digest(token);
      if (shown === null) return parcel;
      return {
        ...parcel,
        headers: { ...parcel.headers, [header]: valueOf(as, shown) },
      };
    },
    secretFault: (secret) => {
      if (secret.trim() === '') return secret === '' ? 'it is empty' : 'it is nothing but space';
      return /^[\x21-\x7e]+$/.test(secret) ? undefined : 'it contains what cannot stand in a header';
    },
    secretOf: (bytes) => `${keyPrefix}${Buffer.from(bytes).toString('hex')}`,
  };
}

function valueOf(as: string, secret: string): string {
  return as
    .replaceAll('{secret.base64}', () => Buffer.from(secret).toString('base64'))
    .replaceAll('{secret}', () => secret);
}
