/** What the parts of `resolve.ts` share: the environment, and how to name a key to the user. */
import { Lost200Error, type ErrorCode } from '../errors.ts';
import { fillTemplate, placeholdersOf } from '../template.ts';
import { didYouMean } from '../suggest.ts';
import type { ConfigSource, KeyPath } from './problems.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Scope {
  readonly source: ConfigSource;
  readonly env: Environment;
  /** Names that `{fixed.<name>}` may use. */
  readonly fixedNames: readonly string[];
  /** Grows by the value of every variable that the config names: none of them is ever shown. */
  readonly environmentValues: Set<string>;
}

const VARIABLE = /\$\{(\w+)\}|\{env\.(\w+)\}/g;

/**
 * Replaces `${NAME}` and `{env.NAME}` by the environment's value.
 * @throws Lost200Error LOST200_E_CONFIG naming the variable that is not set
 */
export function fromEnvironment(scope: Scope, text: string, path: KeyPath): string {
  return text.replace(VARIABLE, (_, shell: string | undefined, ours: string | undefined) => {
    const name = shell ?? ours ?? '';
    const value = scope.env[name];
    if (value !== undefined) {
      scope.environmentValues.add(value);
      return value;
    }
    throw problem(
      scope,
      path,
      `needs the environment variable ${name}, which is not set.`,
      `Set ${name}, or write the value itself.`,
    );
  });
}

/** The same for every value of a record. */
export function recordFromEnvironment(
  scope: Scope,
  record: Readonly<Record<string, unknown>> | undefined,
  path: KeyPath,
): Readonly<Record<string, string>> {
  const entries = Object.entries(record ?? {});
  return Object.fromEntries(
    entries.map(([key, value]) => [key, fromEnvironment(scope, String(value), [...path, key])]),
  );
}

/**
 * An http(s) URL template with the environment's values in it, whose placeholders are all known.
 * @throws Lost200Error LOST200_E_CONFIG
 */
export function resolveUrl(scope: Scope, template: string, path: KeyPath, known: readonly string[]): string {
  const url = fromEnvironment(scope, template, path);
  checkPlaceholders(scope, url, path, known);
  const filled = fillTemplate(url, Object.fromEntries(placeholdersOf(url).map((name) => [name, '1'])));
  const parsed = URL.canParse(filled) ? new URL(filled) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw problem(
      scope,
      path,
      'is no http:// or https:// URL.',
      'Write it in full: http://127.0.0.1:3000/webhooks',
    );
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw problem(
      scope,
      path,
      'holds a user name or password.',
      'Send them as a header: Authorization: Basic …',
    );
  }
  return url;
}

/**
 * A token in the path of a server of ours; `undefined` when none was written: then a fresh one is made.
 * @throws Lost200Error LOST200_E_CONFIG
 */
export function resolvePathToken(
  scope: Scope,
  written: string | undefined,
  path: KeyPath,
): string | undefined {
  const token = written === undefined ? undefined : fromEnvironment(scope, written, path);
  if (token === undefined || /^[\w-]{16,128}$/.test(token)) return token;
  throw problem(
    scope,
    path,
    'must be 16 to 128 letters, digits, - or _.',
    'For example: openssl rand -hex 16',
  );
}

/** @throws Lost200Error LOST200_E_CONFIG naming the placeholder and the nearest known one */
export function checkPlaceholders(scope: Scope, text: string, path: KeyPath, known: readonly string[]): void {
  const all = [...known, ...scope.fixedNames.map((name) => `fixed.${name}`)];
  const unknown = placeholdersOf(text).find((name) => !all.includes(name));
  if (unknown === undefined) return;
  throw problem(scope, path, `has the unknown placeholder {${unknown}}.`, didYouMean(unknown, all));
}

/** An error about one key; `what` continues the key's name. */
export function problem(
  scope: Scope,
  path: KeyPath,
  what: string,
  remedy: string,
  code?: ErrorCode,
): Lost200Error {
  return new Lost200Error(code ?? scope.source.code, `${scope.source.label(path)} ${what}`, remedy);
}
