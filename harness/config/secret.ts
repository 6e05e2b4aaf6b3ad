/** What a signing secret must look like. Nothing here, and no error from here, ever holds the secret itself. */
import { Lost200Error } from '../errors.ts';

/** A well-known key for receivers in tests: it protects nothing. */
export const DEFAULT_SECRET = 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx';

const BYTES_MIN = 24;
const BYTES_MAX = 64;

/**
 * Checks a secret of the Standard Webhooks kind: an optional `whsec_` and the base64 of 24 to 64 bytes.
 * `label` says where the secret came from.
 * @throws Lost200Error LOST200_E_SECRET
 */
export function checkStandardSecret(secret: string, label: string): void {
  const fault = faultOf(secret);
  if (fault === undefined) return;
  throw new Lost200Error(
    'LOST200_E_SECRET',
    `${label} is no Standard Webhooks secret: ${fault}.`,
    `Use "whsec_" and the base64 of ${BYTES_MIN} to ${BYTES_MAX} random bytes, for example from: echo "whsec_$(openssl rand -base64 32)"`,
  );
}

function faultOf(secret: string): string | undefined {
  const encoded = secret.replace(/^whsec_/, '');
  if (encoded === '') return secret === '' ? 'it is empty' : 'nothing follows "whsec_"';
  if (/\s/.test(secret)) return 'it contains a space or a line break';
  const prefix = /^([A-Za-z]+)_/.exec(encoded)?.[1];
  if (prefix !== undefined) return `it begins with "${prefix}_" where only "whsec_" may stand`;
  if (/[-_]/.test(encoded)) return 'it is base64url (it contains - or _), not base64';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'it contains characters that are not base64';
  const digits = encoded.replace(/=+$/, '').length;
  const isCut = digits % 4 === 1 || (encoded.includes('=') && encoded.length % 4 !== 0);
  if (isCut) return `its base64 is incomplete (${encoded.length} characters)`;
  const bytes = Buffer.from(encoded, 'base64').length;
  if (bytes < BYTES_MIN) return `it holds ${bytes} bytes, which is fewer than ${BYTES_MIN}`;
  if (bytes > BYTES_MAX) return `it holds ${bytes} bytes, which is more than ${BYTES_MAX}`;
  return undefined;
}
