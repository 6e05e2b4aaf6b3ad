/**
 * Signed by our provider, verified by the providers' own libraries: `npm run verify-profiles [ids of profiles…]` prints a
 * table of profile × library × checks. Exit 1 when theirs does not agree with ours, 64 when there is no such profile.
 */
import { profiles } from '../simulator/profiles/index.ts';
import { runCheck, type CheckResult } from './verify/checks.ts';
import { verifiers } from './verify/index.ts';
import { vendorVersion } from './verify/vendor.ts';
import { CHECKS, type Verifier } from './verify/verifier.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.find((id) => !profiles.some((profile) => profile.id === id));
if (unknown === undefined) await verifyAll();
else {
  console.error(
    `no profile is called "${unknown}"; there are ${profiles.map((profile) => profile.id).join(', ')}`,
  );
  process.exitCode = 64;
}

async function verifyAll(): Promise<void> {
  const chosen = profiles.filter((profile) => wanted.length === 0 || wanted.includes(profile.id));
  const name = Math.max(...chosen.map((profile) => profile.id.length)) + 2;
  const library = Math.max(...verifiers.map((one) => libraryOf(one).length)) + 2;
  const cells = (of: (check: (typeof CHECKS)[number]) => string): string =>
    CHECKS.map((check) => of(check).padEnd(check.length)).join('  ');
  console.log(`${'profile'.padEnd(name)}${'library'.padEnd(library)}${cells((check) => check)}`);
  const notes: string[] = [];
  let surprises = 0;
  for (const profile of chosen) {
    const verifier = verifiers.find((one) => one.profile === profile.id);
    if (verifier === undefined) {
      surprises += 1;
      notes.push(`SURPRISE ${profile.id}: it has no verifier`);
      continue;
    }
    const results: Partial<Record<string, CheckResult>> = {};
    for (const check of CHECKS) {
      const result = await runCheck(profile, verifier, check);
      results[check] = result;
      if (result.outcome === 'surprise') surprises += 1;
      if (result.outcome !== 'ok') notes.push(noteOf(profile.id, check, result));
    }
    const row = cells((check) => SIGNS[results[check]?.outcome ?? 'surprise']);
    console.log(`${profile.id.padEnd(name)}${libraryOf(verifier).padEnd(library)}${row}`);
    const { rotationAccepts } = verifier;
    if (rotationAccepts !== undefined)
      notes.push(`note     ${profile.id}, rotation: ${rotationAccepts.because}`);
  }
  console.log(['', ...notes].join('\n'));
  console.log(`${chosen.length} profiles, ${surprises} surprises`);
  process.exitCode = surprises === 0 ? 0 : 1;
}

const SIGNS: Readonly<Record<CheckResult['outcome'], string>> = { ok: '✓', 'n/a': '–', surprise: '✗' };

function noteOf(profile: string, check: string, { outcome, because }: CheckResult): string {
  return `${outcome === 'surprise' ? 'SURPRISE' : 'n/a     '} ${profile}, ${check}: ${because}`;
}

function libraryOf({ library }: Verifier): string {
  return library === 'node:crypto' ? library : `${library} ${vendorVersion(library)}`;
}
