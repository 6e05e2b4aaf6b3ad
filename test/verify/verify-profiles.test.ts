/** The providers' own libraries take what our provider sends, and refuse what it would not send. */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../simulator/profiles/index.ts';
import { runCheck } from './checks.ts';
import { verifiers } from './index.ts';
import { CHECKS, type Check } from './verifier.ts';

it('every profile has one verifier', () => {
  const verified = verifiers.map((verifier) => verifier.profile);
  expect([...verified].sort()).toEqual(profiles.map((profile) => profile.id).sort());
});

it('every verifier has a file of its name', () => {
  const files = readdirSync(new URL('./', import.meta.url));
  for (const { profile } of verifiers) expect(files).toContain(`${profile}.ts`);
});

it('names libraries that are installed', () => {
  const installed = (name: string): boolean =>
    existsSync(new URL(`../vendor/node_modules/${name}/package.json`, import.meta.url));
  for (const { library } of verifiers)
    if (library !== 'node:crypto') expect(installed(library), library).toBe(true);
});

describe.each(verifiers)('$profile by $library', (verifier) => {
  const profile = profiles.find((one) => one.id === verifier.profile);
  it.each(CHECKS)('%s', { timeout: 60_000 }, async (check) => {
    if (profile === undefined) throw new Error(`There is no profile "${verifier.profile}".`);
    const { outcome, because } = await runCheck(profile, verifier, check);
    expect(outcome === 'surprise' ? because : outcome).toMatch(/^(ok|n\/a)$/);
  });
});

describe('the checks can fail', () => {
  const profile = profiles.find((one) => one.id === 'standard-webhooks');
  const outcomeOf = async (accepts: boolean, check: Check): Promise<string> => {
    if (profile === undefined) throw new Error('There is no profile "standard-webhooks".');
    const verifier = { profile: profile.id, library: 'node:crypto', verify: () => accepts };
    return (await runCheck(profile, verifier, check)).outcome;
  };

  it.each(['rotation', 'tampered', 'wrong secret', 'stale', 'future'] as const)(
    '%s: a library that takes everything is a surprise',
    async (check) => {
      expect(await outcomeOf(true, check)).toBe('surprise');
    },
  );

  it.each(CHECKS)('%s: a library that refuses everything is a surprise', async (check) => {
    expect(await outcomeOf(false, check)).toBe('surprise');
  });
});
