/**
 * The providers' own libraries refuse every forgery that is held against a receiver, and take every oddity that it has to
 * take: nobody is accused for what the vendor's code does.
 */
import { describe, expect, it } from 'vitest';
import type { Alteration } from '../../simulator/alterations/alteration.ts';
import { alterations } from '../../simulator/alterations/index.ts';
import { payment } from '../../simulator/lifecycles/payment.ts';
import type { Endpoint } from '../../simulator/model.ts';
import { profileCapabilities } from '../../simulator/profiles/capabilities.ts';
import { profiles } from '../../simulator/profiles/index.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { alteredRequests, type AlteredRequest } from './altered-requests.ts';
import { verifiers } from './index.ts';
import type { Received, Verifier } from './verifier.ts';

const forgeries = alterations.filter((alteration) => alteration.kind === 'forgery');
const oddities = alterations.filter(({ kind, expects }) => kind === 'oddity' && expects === 'taken');
/** An unknown secret beside the only known one; the others are about two that are known. */
const ONE_SECRET = ['strange-first', 'strange-last'];

function profileOf({ profile: id }: Verifier): Profile {
  const profile = profiles.find((one) => one.id === id);
  if (profile === undefined) throw new Error(`There is no profile "${id}".`);
  return profile;
}

function endpointOf({ scheme }: Profile, count: 1 | 2): Pick<Endpoint, 'secrets' | 'expiredSecrets'> {
  const secretOf = (byte: number): string => scheme.secretOf(Buffer.alloc(32, byte));
  return { secrets: [0x1b, 0x2c].slice(0, count).map(secretOf), expiredSecrets: [secretOf(0x3d)] };
}

function requestsOf(
  alteration: Alteration,
  profile: Profile,
  endpoint: Pick<Endpoint, 'secrets' | 'expiredSecrets'>,
): readonly AlteredRequest[] {
  const [lifecycle = payment] = profile.lifecycles ?? [payment];
  return alteredRequests(alteration, { profile, lifecycle, endpoint, atMs: Date.now() });
}

/** Whether the library takes it with one of the secrets that the receiver has. */
async function takes(verifier: Verifier, request: Received, secrets: readonly string[]): Promise<boolean> {
  const { scheme } = profileOf(verifier);
  for (const secret of secrets) {
    try {
      if (await verifier.verify(request, scheme.publicKey?.(secret) ?? secret)) return true;
    } catch {
      // A refusal.
    }
  }
  return false;
}

function applies({ needs }: Alteration, profile: Profile, endpoint: ReturnType<typeof endpointOf>): boolean {
  const given = profileCapabilities(profile, endpoint);
  return needs.every((need) => given.includes(need));
}

/** Where nothing is signed, there is nothing to refuse. */
const signing = verifiers.filter((verifier) => profileOf(verifier).scheme.kind !== 'none');

describe.each(signing)('$profile by $library', (verifier) => {
  const profile = profileOf(verifier);

  it.each(forgeries.filter((one) => applies(one, profile, endpointOf(profile, 1))))(
    'forgery: $group/$id',
    { timeout: 60_000 },
    async (alteration) => {
      const endpoint = endpointOf(profile, 1);
      for (const { altered, genuine } of requestsOf(alteration, profile, endpoint)) {
        expect(await takes(verifier, genuine, endpoint.secrets)).toBe(true);
        const isTaken = await takes(verifier, altered, endpoint.secrets);
        // What nobody can tell by the signature is not held against anybody.
        expect(isTaken).toBe(alteration.rightlySigned === true);
      }
    },
  );

  it.each(oddities.filter((one) => applies(one, profile, endpointOf(profile, 2))))(
    'oddity: $group/$id',
    { timeout: 60_000 },
    async (alteration) => {
      const endpoint = endpointOf(profile, ONE_SECRET.includes(alteration.id) ? 1 : 2);
      for (const { altered } of requestsOf(alteration, profile, endpoint))
        expect(await takes(verifier, altered, endpoint.secrets)).toBe(true);
    },
  );
});
