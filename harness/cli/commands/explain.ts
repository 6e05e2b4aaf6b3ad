/** `lost200 explain <id>`: what a thing is, why it matters, and what mends it. */
import { wrap } from '../../../reports/layout.ts';
import { catalogue } from '../../../scenarios/catalogue.ts';
import { alterations } from '../../../simulator/alterations/index.ts';
import { faultKinds } from '../../../simulator/faults/index.ts';
import { hazards } from '../../../simulator/hazards/index.ts';
import { lifecycles } from '../../../simulator/lifecycles/index.ts';
import { PROFILE_CAPABILITIES } from '../../../simulator/profiles/capabilities.ts';
import { profiles } from '../../../simulator/profiles/index.ts';
import type { Profile } from '../../../simulator/profiles/profile.ts';
import { profileFor } from '../../config/resolve-profile.ts';
import { Lost200Error } from '../../errors.ts';
import { invariants } from '../../invariants/index.ts';
import { didYouMean } from '../../suggest.ts';
import { explainProfile } from '../explain-profile.ts';
import { profileData } from '../profile-words.ts';
import { print, type OutputOptions } from '../screen.ts';
import { settingsOf } from '../settings-of.ts';

export interface ExplainOptions extends OutputOptions {
  readonly config?: string;
}

interface Explained {
  readonly kind: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Unset: made from the data. */
  readonly text?: () => string;
}

const NOBODY = 'http://127.0.0.1:9/';

/** The same id may be that of several things: all of them are explained. */
export async function explainCommand(id: string, options: ExplainOptions): Promise<number> {
  const known = everything();
  const own = known.some((one) => one.id === id) ? [] : await ownProfiles(options);
  const found = [...known, ...own].filter((one) => one.id === id);
  if (found.length === 0) {
    const ids = [...known, ...own].map((one) => one.id);
    throw new Lost200Error(
      'LOST200_E_UNKNOWN_ID',
      `Nothing is called "${id}".`,
      `${didYouMean(id, ids)} \`lost200 list\` shows all there is.`,
    );
  }
  if (options.json === true)
    print(JSON.stringify(found.map(({ kind, id: one, data }) => ({ kind, id: one, ...data }))));
  else print(found.map((one) => one.text?.() ?? inLines(one)).join('\n'));
  return 0;
}

function everything(): readonly Explained[] {
  return [
    ...profiles.map(explainedProfile),
    ...catalogue.map(({ id, title, because, requirement, hazards: named, needs }) => ({
      kind: 'scenario',
      id,
      data: { title, because, requirement, hazards: named.map(withTitle), needs: needs.map(meaning) },
    })),
    ...invariants.map(({ id, title, mend, witnesses }) => ({
      kind: 'invariant',
      id,
      data: { title, mend, witnesses },
    })),
    ...Object.values(faultKinds).map(({ kind: id, title, summary }) => ({
      kind: 'fault',
      id,
      data: { title, summary },
    })),
    ...hazards.map(({ id, title }) => ({
      kind: 'hazard',
      id,
      data: {
        title: title.replaceAll('{count}', '…'),
        scenarios: catalogue.filter((one) => one.hazards.includes(id)).map((one) => one.id),
      },
    })),
    ...alterations.map(({ id, group, kind: alters, title, because, requirement, needs }) => ({
      kind: 'alteration',
      id,
      data: { title, because, alters, scenario: `${group}/${id}`, requirement, needs: needs.map(meaning) },
    })),
    ...[...lifecycles, ...profiles.flatMap((profile) => profile.lifecycles ?? [])].map(
      ({ id, title, facts, next }) => ({
        kind: 'lifecycle',
        id,
        data: {
          title,
          facts: Object.entries(facts).map(([fact, { type, state }]) => `${fact}: ${type}, then ${state}`),
          next: Object.entries(next).map(([fact, after]) => `${fact} → ${after.join(', ')}`),
        },
      }),
    ),
  ];
}

function explainedProfile(profile: Profile): Explained {
  return {
    kind: 'profile',
    id: profile.id,
    data: profileData(profile),
    text: () => explainProfile(profile),
  };
}

/** What the config file describes, if there is one. */
async function ownProfiles({ config }: ExplainOptions): Promise<readonly Explained[]> {
  const settings = await settingsOf({ config, url: NOBODY });
  return settings.ownProfile === undefined ? [] : [explainedProfile(profileFor(settings, profiles))];
}

function withTitle(id: string): string {
  const title = hazards.find((one) => one.id === id)?.title.replaceAll('{count}', '…');
  return title === undefined ? id : `${id}: ${title}`;
}

/** What a need means: the sentence that is said where it is not met. */
function meaning(need: string): string {
  const unmet = PROFILE_CAPABILITIES[need];
  return unmet === undefined ? need : `${need} (not played where ${unmet})`;
}

const WIDTH = 100;

function inLines({ kind, id, data }: Explained): string {
  const { title, ...rest } = data;
  const parts = Object.entries(rest).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    if (values.length === 0) return [];
    const lines = values.flatMap((one) => wrap(one, WIDTH - 2));
    return ['', name, ...lines.map((line) => `  ${line}`)];
  });
  return `${kind} ${id}\n${[...wrap(String(title), WIDTH), ...parts].join('\n')}\n`;
}
