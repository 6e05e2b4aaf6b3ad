/** The profile of a config: a built-in one by its id, one with parts of it changed, or one of the user's own. */
import type { Profile } from '../../simulator/profiles/profile.ts';
import { didYouMean } from '../suggest.ts';
import { buildProfile, hmacOf } from './build-profile.ts';
import { ENVELOPE_NAMES, unknownIn } from './envelope.ts';
import type { KeyPath } from './problems.ts';
import type { HmacConfig, ProfileConfig } from './profile-config.ts';
import { movedFrom } from './profile-headers.ts';
import { problem, type Scope } from './scope.ts';
import type { Settings } from './settings.ts';
import type { UserConfig } from './user-config.ts';

/** @throws Lost200Error LOST200_E_UNKNOWN_ID, LOST200_E_CONFIG */
export function resolveProfile(
  scope: Scope,
  written: UserConfig['profile'],
  builtIn: readonly Profile[],
  defaultId: string,
): Pick<Settings, 'profile' | 'ownProfile'> {
  const config = written ?? defaultId;
  if (typeof config === 'string') {
    checkId(scope, config, ['profile'], builtIn);
    return { profile: config };
  }
  if (config.extends !== undefined) checkId(scope, config.extends, ['profile', 'extends'], builtIn);
  else if (config.signature === undefined)
    throw problem(
      scope,
      ['profile', 'signature'],
      'is missing: the profile extends none.',
      'Describe how it signs ({ hmac: … } or { token: … }), write signature: none, or name a built-in profile with extends.',
    );
  checkTemplates(scope, config);
  if (typeof config.signature === 'object' && config.signature.hmac !== undefined)
    checkHmac(
      scope,
      config.signature.hmac,
      builtIn.find((one) => one.id === config.extends),
    );
  return { profile: profileFrom(config, builtIn).id, ownProfile: config };
}

/** The profile that the settings speak of. `builtIn` holds every profile that a config may name. */
export function profileFor(
  { profile: id, ownProfile }: Pick<Settings, 'profile' | 'ownProfile'>,
  builtIn: readonly Profile[],
): Profile {
  if (ownProfile !== undefined) return profileFrom(ownProfile, builtIn);
  const found = builtIn.find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`No profile is called "${id}".`);
  return found;
}

function profileFrom(config: ProfileConfig, builtIn: readonly Profile[]): Profile {
  return buildProfile(
    config,
    builtIn.find((one) => one.id === config.extends),
  );
}

function checkId(scope: Scope, id: string, path: KeyPath, builtIn: readonly Profile[]): void {
  const ids = builtIn.map((profile) => profile.id);
  if (ids.includes(id)) return;
  throw problem(scope, path, `is "${id}", which is no profile.`, didYouMean(id, ids), 'LOST200_E_UNKNOWN_ID');
}

function checkTemplates(scope: Scope, { envelope, headers = {} }: ProfileConfig): void {
  const path = ['profile', 'envelope'];
  if (typeof envelope === 'string' && envelope !== '{data}')
    throw problem(
      scope,
      path,
      'is a text other than {data}.',
      'Write an object: { id: "{id}", data: "{data}" }.',
    );
  refuseUnknown(scope, path, envelope ?? '');
  for (const [name, template] of Object.entries(headers))
    if (movedFrom(template) === undefined) refuseUnknown(scope, ['profile', 'headers', name], template ?? '');
}

function refuseUnknown(scope: Scope, path: KeyPath, template: unknown): void {
  const unknown = unknownIn(template);
  if (unknown === undefined) return;
  throw unknown.startsWith('header.')
    ? problem(scope, path, `has more in it than {${unknown}}.`, `Write "{${unknown}}" alone.`)
    : problem(scope, path, `has the unknown placeholder {${unknown}}.`, didYouMean(unknown, ENVELOPE_NAMES));
}

const SIGNED = ['body', 'id', 'timestamp', 'url', 'path', 'method', 'header.<name>', 'query.<name>'];
const SHOWN = ['signatures', 'timestamp', 'id'];
const ENTRY = ['digest', 'version'];

/** A mistyped placeholder would be signed as it stands. */
function checkHmac(scope: Scope, words: HmacConfig, base: Profile | undefined): void {
  const path = ['profile', 'signature', 'hmac'];
  const { signs, headers, entry } = words;
  if (base === undefined || hmacOf(base) === undefined)
    for (const key of ['signs', 'headers'] as const)
      if (words[key] === undefined)
        throw problem(
          scope,
          [...path, key],
          'is missing.',
          'For example: hmac: { signs: "{timestamp}.{body}", headers: { X-Signature: "t={timestamp},v1={signatures}" } }.',
        );
  const check = (text: string, key: KeyPath, known: readonly string[]): void => {
    const used = [...text.matchAll(/\{([A-Za-z][\w.-]*)\}/g)].map(([, name = '']) => name);
    const unknown = used.find((name) => !known.includes(name.replace(/^(header|query)\..+/, '$1.<name>')));
    if (unknown !== undefined)
      throw problem(
        scope,
        [...path, ...key],
        `has the unknown placeholder {${unknown}}.`,
        didYouMean(unknown, known),
      );
  };
  check(signs ?? '', ['signs'], SIGNED);
  check(entry ?? '', ['entry'], ENTRY);
  for (const [name, template] of Object.entries(headers ?? {})) check(template, ['headers', name], SHOWN);
}
