/** What of a configuration must never be shown: see `harness/redact.ts`. */
import type { Json } from '../../simulator/json.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { secretForms } from '../secret-forms.ts';
import { defaultSecret } from './secret.ts';

import type { Hook, Settings } from './settings.ts';

/** Headers that say nothing about who is calling. */
const TRIVIAL_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'host',
  'user-agent',
]);

const LOCAL_ADDRESS = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/;

/** `fromEnvironment`: the values of the variables that the configuration names. */
export function secretValues(
  settings: Omit<Settings, 'secretValues'>,
  { scheme }: Pick<Profile, 'scheme'>,
  fromEnvironment: Iterable<string>,
): readonly string[] {
  const {
    secrets,
    expiredSecrets = [],
    headers,
    observe,
    providerApi,
    sink,
    arrange,
    cleanup,
    drain,
  } = settings;
  const hooks = [arrange, cleanup, drain].filter((hook): hook is Hook => hook !== undefined);
  const databases = [
    observe.sql?.database,
    observe.tables?.database,
    ...hooks.map((hook) => hook.kind === 'sql' && hook.database),
  ];
  const allHeaders = [
    headers,
    observe.http?.headers,
    ...hooks.map((hook) => hook.kind === 'http' && hook.headers),
  ];
  const values = [
    ...[...secrets, ...expiredSecrets].flatMap((secret) => secretForms(secret, scheme.keyPrefix)),
    ...allHeaders.flatMap((some) => (some ? headerSecrets(some) : [])),
    ...databases.flatMap((url) => (url ? urlSecrets(url) : [])),
    ...(providerApi.token === undefined ? [] : [providerApi.token]),
    ...(sink?.token === undefined ? [] : [sink.token]),
    ...[...fromEnvironment].flatMap(variableSecrets),
    ...programTexts(observe).flatMap(urlSecrets),
  ];
  const harmless = new Set(['', ...secretForms(defaultSecret({ scheme }) ?? '', scheme.keyPrefix)]);
  return [...new Set(values)].filter((value) => !harmless.has(value));
}

/** The whole value, and what follows a scheme: `Bearer …`. */
function headerSecrets(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (TRIVIAL_HEADERS.has(name.toLowerCase())) return [];
    const credentials = /^\S+\s+(\S.*)$/.exec(value)?.[1];
    return credentials === undefined ? [value] : [value, credentials];
  });
}

/** What the user's own observers are given: a database URL may be among it. */
function programTexts({ command, module }: Settings['observe']): readonly string[] {
  return [...Object.values(command?.env ?? {}), ...textsIn(module?.options ?? {})];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** An address is no secret, what it carries is. */
function variableSecrets(value: string): readonly string[] {
  if (LOCAL_ADDRESS.test(value)) return [];
  return /^[a-z][\w+.-]*:\/\//i.test(value) && URL.canParse(value) ? urlSecrets(value) : [value];
}

/** The password and the query's values, as they are written and as they are meant. */
function urlSecrets(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const { password, search, searchParams } = new URL(text);
  const written = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const isDatabase = /^(?:postgres|mysql|mariadb)/.test(text);
  const query = isDatabase ? searchParams.getAll('password') : [...searchParams.values(), ...written];
  return [password, decoded(password), ...query].filter((value) => value !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
