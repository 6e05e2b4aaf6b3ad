/** Hooks and observers of a config, resolved. */
import { hookVariable } from '../hooks/variables.ts';
import { looksLikeJson } from '../template.ts';
import type { KeyPath } from './problems.ts';
import { resolveCommandObserver, resolveModuleObserver } from './resolve-programs.ts';
import { resolveTables } from './resolve-tables.ts';
import {
  checkPlaceholders,
  fromEnvironment,
  problem,
  recordFromEnvironment,
  resolveUrl,
  type Scope,
} from './scope.ts';
import type { Hook, HttpObserverSettings, Settings, SqlObserverSettings } from './settings.ts';
import type { HookConfig, Lookup, ObserveConfig, UserConfig } from './user-config.ts';

const OF_OBJECT = ['objectId', 'ownerId', 'namespace', 'port'];
const OF_RUN = ['namespace', 'port'];

/** `arrange` and `cleanup` speak of one object, `drain` of the whole receiver. */
export function resolveHooks(
  scope: Scope,
  config: UserConfig,
): Pick<Settings, 'arrange' | 'cleanup' | 'drain'> {
  const database = config.observe?.sql?.database;
  const hook = (key: 'arrange' | 'cleanup' | 'drain', known: readonly string[]): Hook | undefined => {
    const written = config[key];
    return written === undefined ? undefined : resolveHook(scope, written, [key], known, database);
  };
  const [arrange, cleanup, drain] = [
    hook('arrange', OF_OBJECT),
    hook('cleanup', OF_OBJECT),
    hook('drain', OF_RUN),
  ];
  return { ...(arrange && { arrange }), ...(cleanup && { cleanup }), ...(drain && { drain }) };
}

function resolveHook(
  scope: Scope,
  hook: HookConfig,
  path: KeyPath,
  known: readonly string[],
  observedDatabase: string | undefined,
): Hook {
  if (hook.http !== undefined) return resolveHttpHook(scope, hook.http, [...path, 'http'], known);
  if (hook.sql === undefined)
    return { kind: 'command', command: checkCommand(scope, hook.command ?? '', path, known) };
  const database = hook.sql.database ?? observedDatabase;
  if (database === undefined) {
    throw problem(
      scope,
      [...path, 'sql', 'database'],
      'is missing.',
      'Give a postgres:// URL here or in observe.sql.database.',
    );
  }
  checkPlaceholders(scope, hook.sql.query, [...path, 'sql', 'query'], known);
  return {
    kind: 'sql',
    database: resolveDatabase(scope, database, [...path, 'sql', 'database']),
    query: hook.sql.query,
  };
}

function resolveHttpHook(
  scope: Scope,
  http: NonNullable<HookConfig['http']>,
  path: KeyPath,
  known: readonly string[],
): Hook {
  const written =
    typeof http.body === 'string' || http.body === undefined ? http.body : JSON.stringify(http.body);
  const body = written === undefined ? undefined : fromEnvironment(scope, written, [...path, 'body']);
  if (body !== undefined) checkPlaceholders(scope, body, [...path, 'body'], known);
  const headers = recordFromEnvironment(scope, http.headers, [...path, 'headers']);
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const isJson = body !== undefined && looksLikeJson(body);
  return {
    kind: 'http',
    url: resolveUrl(scope, http.url, [...path, 'url'], known),
    method: http.method ?? 'POST',
    headers: isJson && !hasType ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body !== undefined && { body }),
  };
}

/** Values reach a command through its environment, where no value can break out of its quotes. */
function checkCommand(scope: Scope, command: string, path: KeyPath, known: readonly string[]): string {
  const all = [...known, ...scope.fixedNames.map((name) => `fixed.${name}`)];
  const used = all.find((name) => command.includes(`{${name}}`));
  if (used === undefined) return command;
  const variable = hookVariable(used);
  throw problem(
    scope,
    [...path, 'command'],
    `uses {${used}}, which commands get in their environment.`,
    `Write "$${variable}" instead.`,
  );
}

/** `folders`: where the paths of modules and of database files begin. */
export function resolveObserve(
  scope: Scope,
  observe: ObserveConfig | undefined,
  folders: { readonly module: string; readonly database: string },
): Settings['observe'] {
  const http = observe?.http === undefined ? undefined : resolveHttp(scope, observe.http);
  const sql = observe?.sql === undefined ? undefined : resolveSql(scope, observe.sql);
  const tables = observe?.tables && resolveTables(scope, observe.tables, folders.database);
  const command = observe?.command && resolveCommandObserver(scope, observe.command);
  const module = observe?.module && resolveModuleObserver(scope, observe.module, folders.module);
  return {
    ...(http && { http }),
    ...(sql && { sql }),
    ...(tables && { tables }),
    ...(command && { command }),
    ...(module && { module }),
  };
}

function resolveHttp(scope: Scope, http: NonNullable<ObserveConfig['http']>): HttpObserverSettings {
  const path = ['observe', 'http'];
  const state = http.state && resolveLookup(scope, http.state, [...path, 'state'], '$.status', ['objectId']);
  const effects =
    http.effects && resolveLookup(scope, http.effects, [...path, 'effects'], '$', ['eventId', 'objectId']);
  const values =
    http.values && resolveLookup(scope, http.values, [...path, 'values'], '$', ['objectId', 'ownerId']);
  const headers = recordFromEnvironment(scope, http.headers, [...path, 'headers']);
  return {
    headers,
    ...(state && { state }),
    ...(effects && { effects }),
    ...(values && { values }),
  };
}

function resolveLookup(
  scope: Scope,
  lookup: Lookup,
  path: KeyPath,
  jsonPath: string,
  needed: readonly string[],
): { readonly url: string; readonly path: string } {
  const written = typeof lookup === 'string' ? { url: lookup } : lookup;
  const urlPath = typeof lookup === 'string' ? path : [...path, 'url'];
  const url = resolveUrl(scope, written.url, urlPath, [...needed, 'namespace', 'port']);
  checkNames(scope, url, urlPath, needed);
  return { url, path: written.path ?? jsonPath };
}

function resolveSql(scope: Scope, sql: NonNullable<ObserveConfig['sql']>): SqlObserverSettings {
  const path = ['observe', 'sql'];
  const query = (text: string | undefined, key: string, needed: readonly string[]): string | undefined => {
    if (text === undefined) return undefined;
    checkNames(scope, text, [...path, key], needed);
    return text;
  };
  const state = query(sql.state, 'state', ['objectId']);
  const effects = query(sql.effects, 'effects', ['eventId', 'objectId']);
  const values = query(sql.values, 'values', ['objectId', 'ownerId']);
  const database = resolveDatabase(scope, sql.database, [...path, 'database']);
  return {
    database,
    ...(state !== undefined && { state }),
    ...(effects !== undefined && { effects }),
    ...(values !== undefined && { values }),
  };
}

/** What is asked must say of which object or event. */
function checkNames(scope: Scope, text: string, path: KeyPath, needed: readonly string[]): void {
  if (needed.some((name) => text.includes(`{${name}}`))) return;
  const names = needed.map((name) => `{${name}}`).join(' or ');
  throw problem(
    scope,
    path,
    `asks about nothing in particular: it lacks ${names}.`,
    `Put ${names} where the id belongs.`,
  );
}

function resolveDatabase(scope: Scope, written: string, path: KeyPath): string {
  const database = fromEnvironment(scope, written, path);
  if (/^postgres(?:ql)?:\/\//.test(database) && URL.canParse(database)) return database;
  throw problem(
    scope,
    path,
    'is no postgres:// URL.',
    'Write it as postgres://user:password@host:5432/name.',
  );
}
