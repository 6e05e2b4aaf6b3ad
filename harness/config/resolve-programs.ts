/** Observers that are code of the user's, resolved: `observe.command` and `observe.module`. */
import type { Json, JsonObject } from '../../simulator/json.ts';
import { parseDuration } from './duration.ts';
import type { KeyPath } from './problems.ts';
import { fromEnvironment, problem, recordFromEnvironment, type Scope } from './scope.ts';
import type { CommandObserverSettings, ModuleObserverSettings } from './settings.ts';
import type { ObserveConfig } from './user-config.ts';

const READ_TIMEOUT_MS = 5000;
const READ_TIMEOUT_MAX_MS = 60_000;
/** What a program is told line by line. */
const TOLD = ['objectId', 'eventId', 'eventIds', 'namespace', 'port'];

/** @throws Lost200Error LOST200_E_CONFIG */
export function resolveCommandObserver(
  scope: Scope,
  written: NonNullable<ObserveConfig['command']>,
): CommandObserverSettings {
  const path = ['observe', 'command'];
  const { command, env, timeout } =
    typeof written === 'string' ? { command: written, env: undefined, timeout: undefined } : written;
  checkCommand(scope, command, typeof written === 'string' ? path : [...path, 'command']);
  for (const [name, value] of Object.entries(env ?? {}))
    checkTold(scope, String(value), [...path, 'env', name]);
  const timeoutMs = timeout === undefined ? READ_TIMEOUT_MS : parseDuration(timeout);
  if (timeoutMs < 1 || timeoutMs > READ_TIMEOUT_MAX_MS)
    throw problem(
      scope,
      [...path, 'timeout'],
      'must be from 1 ms to a minute.',
      'Leave it out for 5 s; a read that takes longer can judge nothing that changes meanwhile.',
    );
  return { command, env: recordFromEnvironment(scope, env, [...path, 'env']), timeoutMs };
}

/** Ids reach a program on its standard input, where no value can break out of its quotes; variables are the shell's. */
function checkCommand(scope: Scope, command: string, path: KeyPath): void {
  checkTold(scope, command, path);
  const variable = /\{env\.(\w+)\}/.exec(command)?.[1];
  if (variable === undefined) return;
  throw problem(
    scope,
    path,
    `uses {env.${variable}}, and the shell knows variables by another name.`,
    `Write "$${variable}" in the command, or give it under observe.command.env.`,
  );
}

function checkTold(scope: Scope, text: string, path: KeyPath): void {
  const names = [...TOLD, ...scope.fixedNames.map((name) => `fixed.${name}`)];
  const used = names.find((name) => text.includes(`{${name}}`));
  if (used === undefined) return;
  throw problem(
    scope,
    path,
    `uses {${used}}, which an observer program is told on its standard input.`,
    'Read it from the lines that lost200 writes there: docs/observing.md has the protocol.',
  );
}

/**
 * `folder` is where relative paths begin.
 * @throws Lost200Error LOST200_E_CONFIG
 */
export function resolveModuleObserver(
  scope: Scope,
  written: NonNullable<ObserveConfig['module']>,
  folder: string,
): ModuleObserverSettings {
  const path = typeof written === 'string' ? ['observe', 'module'] : ['observe', 'module', 'module'];
  const { module, options = {} } =
    typeof written === 'string' ? { module: written, options: undefined } : written;
  const { specifier, exportName } = moduleAndExport(scope, module, path);
  const filled = withEnvironment(scope, options, ['observe', 'module', 'options']) as JsonObject;
  return { specifier, exportName, folder, options: filled };
}

/**
 * `./file.mjs#name`, or the default export without a name.
 * @throws Lost200Error LOST200_E_CONFIG
 */
export function moduleAndExport(
  scope: Scope,
  module: string,
  path: KeyPath,
): { readonly specifier: string; readonly exportName: string } {
  const at = module.lastIndexOf('#');
  const specifier = fromEnvironment(scope, at < 0 ? module : module.slice(0, at), path);
  const exportName = at < 0 ? 'default' : module.slice(at + 1);
  if (specifier === '' || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(exportName))
    throw problem(
      scope,
      path,
      'is no module with an export.',
      'Write it as ./module.mjs for the default export, or ./module.mjs#name.',
    );
  return { specifier, exportName };
}

/** The same JSON with the environment's values in its texts. */
function withEnvironment(scope: Scope, value: Json, path: KeyPath): Json {
  if (typeof value === 'string') return fromEnvironment(scope, value, path);
  if (Array.isArray(value))
    return value.map((item: Json, index) => withEnvironment(scope, item, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withEnvironment(scope, item, [...path, key])]),
  );
}
