import { reporters } from '../../../reports/reporters.ts';
import { catalogue } from '../../../scenarios/catalogue.ts';
import { faultKinds } from '../../../simulator/faults/index.ts';
import { hazards } from '../../../simulator/hazards/index.ts';
import { lifecycles } from '../../../simulator/lifecycles/index.ts';
import { profiles } from '../../../simulator/profiles/index.ts';
import { Lost200Error } from '../../errors.ts';
import { invariants } from '../../invariants/index.ts';
import { didYouMean } from '../../suggest.ts';
import { print, type OutputOptions } from '../screen.ts';

interface Row {
  readonly id: string;
  readonly text: string;
}

/** What can be listed, each from its own registry. */
const KINDS: Readonly<Record<string, () => readonly Row[]>> = {
  scenarios: () => catalogue.map(({ id, title }) => ({ id, text: title })),
  invariants: () => invariants.map(({ id, title }) => ({ id, text: title })),
  faults: () => Object.values(faultKinds).map(({ kind, title }) => ({ id: kind, text: title })),
  hazards: () => hazards.map(({ id, title }) => ({ id, text: title })),
  profiles: () =>
    profiles.map(({ id, title, retryPolicy, timeoutMs, timeoutBasis }) => ({
      id,
      text: `${title}; retries ${retryPolicy.title} (${retryPolicy.basis}); timeout ${timeoutMs / 1000} s (${timeoutBasis})`,
    })),
  lifecycles: () => lifecycles.map(({ id, title }) => ({ id, text: title })),
  reporters: () => reporters.map(({ name, title }) => ({ id: name, text: title })),
};

/** `lost200 list [kind]`: one kind, or all. */
export function listCommand(kind: string | undefined, options: OutputOptions): number {
  const names = Object.keys(KINDS);
  if (kind !== undefined && !names.includes(kind)) {
    throw new Lost200Error(
      'LOST200_E_UNKNOWN_ID',
      `Nothing called "${kind}" can be listed.`,
      didYouMean(kind, names),
    );
  }
  const chosen = Object.fromEntries(
    (kind === undefined ? names : [kind]).map((name) => [name, KINDS[name]?.() ?? []]),
  );
  if (options.json === true) {
    print(JSON.stringify(chosen));
    return 0;
  }
  for (const [name, rows] of Object.entries(chosen)) {
    const width = Math.max(...rows.map((row) => row.id.length)) + 2;
    print(`${name}\n${rows.map((row) => `  ${row.id.padEnd(width)}${row.text}`).join('\n')}\n`);
  }
  return 0;
}
