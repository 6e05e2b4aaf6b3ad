/** What a signing secret must look like. Nothing here, and no error from here, ever holds the secret itself. */
import type { Profile } from '../../simulator/profiles/profile.ts';
import { Lost200Error } from '../errors.ts';

/** A well-known key for receivers in tests: it protects nothing. */
export const DEFAULT_SECRET = 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx';

/** As well known as the other one, for secrets of another form. */
const DEFAULT_BYTES = Buffer.from('lost200-local-testing-key-000001');

/** What a profile signs with when nobody gave a secret; `undefined` where it signs nothing. */
export function defaultSecret({ scheme }: Pick<Profile, 'scheme'>): string | undefined {
  if (scheme.kind === 'none') return undefined;
  return scheme.keyPrefix === 'whsec_' ? DEFAULT_SECRET : scheme.secretOf(DEFAULT_BYTES);
}

/**
 * `label` says where the secret came from.
 * @throws Lost200Error LOST200_E_SECRET
 */
export function checkSecret(secret: string, { id, title, scheme }: Profile, label: string): void {
  const fault = scheme.secretFault(secret);
  if (fault === undefined) return;
  throw new Lost200Error(
    'LOST200_E_SECRET',
    `${label} is no secret of ${title}: ${fault}.`,
    remedyFor(id, scheme),
  );
}

function remedyFor(id: string, { keyPrefix }: Profile['scheme']): string {
  return keyPrefix === 'whsec_'
    ? 'Use "whsec_" and the base64 of 24 to 64 random bytes, for example from: echo "whsec_$(openssl rand -base64 32)"'
    : `Give the secret that the receiver checks with, as the provider shows it; \`lost200 explain ${id}\` shows one of the right form.`;
}
