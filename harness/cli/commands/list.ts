import { align } from '../../../reports/layout.ts';
import { reporters } from '../../../reports/reporters.ts';
import { catalogue } from '../../../scenarios/catalogue.ts';
import { alterations } from '../../../simulator/alterations/index.ts';
import { faultKinds } from '../../../simulator/faults/index.ts';
import { hazards } from '../../../simulator/hazards/index.ts';
import { lifecycles } from '../../../simulator/lifecycles/index.ts';
import { profiles } from '../../../simulator/profiles/index.ts';
import { Lost200Error } from '../../errors.ts';
import { invariants } from '../../invariants/index.ts';
import { didYouMean } from '../../suggest.ts';
import { profileColumns, profileData } from '../profile-words.ts';
import { print, type OutputOptions } from '../screen.ts';

interface Row {
  readonly id: string;
  readonly text: string;
  /** More, for programs. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What can be listed, each from its own registry. */
const KINDS: Readonly<Record<string, () => readonly Row[]>> = {
  scenarios: () => catalogue.map(({ id, title }) => ({ id, text: title })),
  invariants: () => invariants.map(({ id, title }) => ({ id, text: title })),
  faults: () => Object.values(faultKinds).map(({ kind, title }) => ({ id: kind, text: title })),
  hazards: () => hazards.map(({ id, title }) => ({ id, text: title })),
  alterations: () => alterations.map(({ id, title }) => ({ id, text: title })),
  profiles: profileRows,
  lifecycles: () =>
    [...lifecycles, ...profiles.flatMap((profile) => profile.lifecycles ?? [])].map(({ id, title }) => ({
      id,
      text: title,
    })),
  reporters: () => reporters.map(({ name, title }) => ({ id: name, text: title })),
};

/** In columns, whose figures say how sure they are. */
function profileRows(): readonly Row[] {
  const lines = align(profiles.map(profileColumns));
  return profiles.map((profile, index) => ({
    id: profile.id,
    text: (lines[index] ?? '').trimEnd(),
    data: profileData(profile),
  }));
}

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
    const plain = Object.entries(chosen).map(([name, rows]): [string, unknown] => [
      name,
      rows.map(({ id, text, data }) => ({ id, text, ...data })),
    ]);
    print(JSON.stringify(Object.fromEntries(plain)));
    return 0;
  }
  for (const [name, rows] of Object.entries(chosen)) {
    const width = Math.max(...rows.map((row) => row.id.length)) + 2;
    print(`${name}\n${rows.map((row) => `  ${row.id.padEnd(width)}${row.text}`).join('\n')}\n`);
  }
  return 0;
}
