/**
 * Signed by our provider, verified by the providers' own libraries: `npm run verify-profiles [ids of profiles…]` prints a
 * table of profile × library × checks. Exit 1 when theirs does not agree with ours, 64 when there is no such profile.
 */
import { profiles } from '../simulator/profiles/index.ts';
import { runCheck, type CheckResult } from './verify/checks.ts';
import { verifiers } from './verify/index.ts';
import { vendorVersion } from './verify/vendor.ts';
import { CHECKS, type Verifier } from './verify/verifier.ts';

async function verifyAll(wanted: readonly string[]): Promise<void> {
  const chosen = profiles.filter((profile) => wanted.length === 0 || wanted.includes(profile.id));
  const name = Math.max(...chosen.map((profile) => profile.id.length)) + 2;
  const library = Math.max(...verifiers.map((one) => libraryOf(one).length)) + 2;
  const cells = (of: (check: (typeof CHECKS)[number]) => string): string =>
    CHECKS.map((check) => of(check).padEnd(check.length)).join('  ');
  console.log(`${'profile'.padEnd(name)}${'library'.padEnd(library)}${cells((check) => check)}`);
  const notes: string[] = [];
  /** Profiles by check and reason. */
  const left = new Map<string, string[]>();
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
      if (result.outcome === 'n/a') {
        const reason = `${check}: ${result.because}`;
        left.set(reason, [...(left.get(reason) ?? []), profile.id]);
      } else if (result.outcome === 'surprise') {
        surprises += 1;
        notes.push(`SURPRISE ${profile.id}, ${check}: ${result.because}`);
      }
    }
    const row = cells((check) => SIGNS[results[check]?.outcome ?? 'surprise']);
    console.log(`${profile.id.padEnd(name)}${libraryOf(verifier).padEnd(library)}${row}`.trimEnd());
    const { rotationAccepts } = verifier;
    if (rotationAccepts !== undefined)
      notes.push(`note     ${profile.id}, rotation: ${rotationAccepts.because}`);
  }
  const reasons = [...left].sort().map(([reason, ids]) => `n/a      ${reason} (${ids.join(', ')})`);
  console.log(['', ...reasons, ...notes].join('\n'));
  console.log(`${chosen.length} profiles, ${surprises} surprises`);
  process.exitCode = surprises === 0 ? 0 : 1;
}

const SIGNS: Readonly<Record<CheckResult['outcome'], string>> = { ok: '✓', 'n/a': '–', surprise: '✗' };

function libraryOf({ library }: Verifier): string {
  return library === 'node:crypto' ? library : `${library} ${vendorVersion(library)}`;
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((id) => !profiles.some((profile) => profile.id === id));
if (unknown === undefined) await verifyAll(wanted);
else {
  console.error(
    `no profile is called "${unknown}"; there are ${profiles.map((profile) => profile.id).join(', ')}`,
  );
  process.exitCode = 64;
}
