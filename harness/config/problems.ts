/** What is wrong with a config, in words: the key, where it stands, what was found, what is expected. Values of secrets are never shown. */
import type { z } from 'zod';
import type { Json } from '../../simulator/json.ts';
import { Lost200Error, type ErrorCode } from '../errors.ts';
import { didYouMean } from '../suggest.ts';
import { configJsonSchema } from './json-schema.ts';

export type KeyPath = readonly PropertyKey[];

/** Where a config came from, and how a key of it is named to the user. */
export interface ConfigSource {
  /** `lost200.config.yaml` or `the command line`. */
  readonly name: string;
  readonly code: ErrorCode;
  label(path: KeyPath): string;
}

const SECRET_KEYS = new Set(['secret', 'headers', 'token', 'database', 'env']);
const SHOWN_MAX = 10;

/** `observe.http.state`, `reporters[0].name`. */
export function formatPath(path: KeyPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${String(part)}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** A config file as a source of errors; `name` is how the user would name it. */
export function fileSource(name: string): ConfigSource {
  return {
    name,
    code: 'LOST200_E_CONFIG',
    label: (path) => (path.length === 0 ? name : `"${formatPath(path)}" in ${name}`),
  };
}

/** One error for everything that the schema found wrong. */
export function schemaError(
  issues: readonly z.core.$ZodIssue[],
  raw: unknown,
  source: ConfigSource,
): Lost200Error {
  const problems = issues.flatMap((issue) => describeIssue(issue, raw, source));
  const lines = problems.slice(0, SHOWN_MAX).map((problem) => problem.message);
  if (problems.length > SHOWN_MAX) lines.push(`… and ${problems.length - SHOWN_MAX} more`);
  const remedies = [...new Set(problems.flatMap((problem) => problem.remedy ?? []))].slice(0, SHOWN_MAX);
  const remedy = remedies.length > 0 ? remedies.join('\n') : `Correct ${source.name}.`;
  return new Lost200Error(source.code, lines.join('\n'), remedy);
}

interface Problem {
  readonly message: string;
  readonly remedy?: string;
}

function describeIssue(
  issue: z.core.$ZodIssue,
  raw: unknown,
  source: ConfigSource,
  base: KeyPath = [],
): Problem[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(path);
    return issue.keys.map((key) => ({
      message: `${source.label([...path, key])} is not a known key.`,
      remedy: didYouMean(key, known),
    }));
  }
  if (issue.code === 'invalid_union') {
    const branch = issue.errors.find((errors) =>
      errors.some((error) => error.path.length > 0 || error.code === 'unrecognized_keys'),
    );
    if (branch !== undefined) return branch.flatMap((error) => describeIssue(error, raw, source, path));
    const single = issue.errors.find((errors) => errors.every((error) => error.code !== 'invalid_type'))?.[0];
    if (single !== undefined) return describeIssue(single, raw, source, path);
  }
  const found = describeValue(valueAt(raw, path), path);
  if (found === 'nothing')
    return [{ message: `${source.label(path)} is missing: expected ${expectation(issue)}.` }];
  return [{ message: `${source.label(path)}: expected ${expectation(issue)}, found ${found}.` }];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value')
    return `one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
  const isOurs = !/^(?:Invalid|Too) /.test(issue.message);
  if (isOurs) return issue.message;
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  return issue.message.replace(/^[^:]+: (?:expected )?/, '').replace(/, received .*$/, '');
}

/** What was found at a path; never the text itself where it may be a secret. */
export function describeValue(value: unknown, path: KeyPath): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`;
  if (typeof value !== 'string') return `a ${typeof value}`;
  if (value === '') return 'an empty text';
  if (path.some((part) => SECRET_KEYS.has(String(part)))) return 'another text (not shown)';
  return value.length > 60 ? `the text "${value.slice(0, 60)}…"` : `the text "${value}"`;
}

function valueAt(raw: unknown, path: KeyPath): unknown {
  let value = raw;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return value;
}

/** The keys that may stand in the object at a path, read from the published JSON Schema. */
export function knownKeys(path: KeyPath): readonly string[] {
  let places: readonly Json[] = [configJsonSchema()];
  for (const part of path)
    places = places.flatMap((place) => branches(place)).flatMap((place) => child(place, part));
  const keys = places
    .flatMap((place) => branches(place))
    .flatMap((place) => Object.keys(objectAt(place, 'properties')));
  return [...new Set(keys)];
}

function branches(place: Json): readonly Json[] {
  if (!isObject(place)) return [];
  const alternatives = place['anyOf'];
  return Array.isArray(alternatives) ? (alternatives as readonly Json[]) : [place];
}

function child(place: Json, part: PropertyKey): readonly Json[] {
  if (!isObject(place)) return [];
  const found =
    objectAt(place, 'properties')[String(part)] ??
    place[typeof part === 'number' ? 'items' : 'additionalProperties'];
  return found === undefined ? [] : [found];
}

function objectAt(place: Json, key: string): Readonly<Record<string, Json>> {
  const value = isObject(place) ? place[key] : undefined;
  return value !== undefined && isObject(value) ? value : {};
}

function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
