/** Finds and reads `lost200.config.*`. */
import { access, readFile } from 'node:fs/promises';
import { basename, extname, isAbsolute, relative, resolve } from 'node:path';
import { createJiti } from 'jiti';
import { parse as parseYaml } from 'yaml';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { toPlainData } from './plain-data.ts';
import { fileSource, schemaError } from './problems.ts';
import { configSchema } from './schema.ts';
import type { UserConfig } from './user-config.ts';

const EXTENSIONS = ['.ts', '.mjs', '.js', '.json', '.yaml', '.yml'] as const;
const NAMES = EXTENSIONS.map((extension) => `lost200.config${extension}`);
const SIZE_MAX = 1_048_576;

export interface LoadedConfig {
  readonly config: UserConfig;
  /** How the user would name the file from `cwd`: relative where that is shorter to say. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/**
 * Reads the config file given, or the one in `cwd`; `undefined` when none was given and there is none.
 * @throws Lost200Error LOST200_E_CONFIG for a file that is missing, doubled, unreadable, or of the wrong shape
 */
export async function loadConfig(cwd: string, given?: string): Promise<LoadedConfig | undefined> {
  const path = given === undefined ? await findConfig(cwd) : resolve(cwd, given);
  if (path === undefined) return undefined;
  const name = nameFrom(cwd, path);
  if (!(await exists(path))) {
    throw new Lost200Error(
      'LOST200_E_CONFIG',
      `There is no config file ${name}.`,
      `Give --config the path of one of ${NAMES.join(', ')}.`,
    );
  }
  const raw = toPlainData(await readRaw(path, name), name);
  return { config: checkConfig(raw, name), name, path };
}

/** @throws Lost200Error LOST200_E_CONFIG */
export function checkConfig(raw: unknown, name: string): UserConfig {
  const checked = configSchema.safeParse(raw);
  if (!checked.success) throw schemaError(checked.error.issues, raw, fileSource(name));
  return checked.data;
}

async function findConfig(cwd: string): Promise<string | undefined> {
  const paths = NAMES.map((name) => resolve(cwd, name));
  const there = await Promise.all(paths.map(exists));
  const found = paths.filter((_, index) => there[index] === true);
  if (found.length > 1) {
    throw new Lost200Error(
      'LOST200_E_CONFIG',
      `There is more than one config here: ${found.map((path) => basename(path)).join(', ')}.`,
      'Keep one, or choose with --config.',
    );
  }
  return found[0];
}

async function readRaw(path: string, name: string): Promise<unknown> {
  const extension = extname(path);
  try {
    if (extension === '.json') return JSON.parse(await readText(path)) as unknown;
    if (extension === '.yaml' || extension === '.yml')
      return (parseYaml(await readText(path)) as unknown) ?? {};
    if (EXTENSIONS.some((known) => known === extension)) return await importDefault(path);
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_CONFIG',
      `${name} cannot be read: ${reasonOf(error)}`,
      `Correct ${name}.`,
      { cause: error },
    );
  }
  throw new Lost200Error(
    'LOST200_E_CONFIG',
    `${name} is of no known kind.`,
    `Use one of ${EXTENSIONS.join(', ')}.`,
  );
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes.length > SIZE_MAX) throw new RangeError(`it is larger than ${SIZE_MAX} bytes`);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

async function importDefault(path: string): Promise<unknown> {
  const jiti = createJiti(path, { fsCache: false, moduleCache: false, interopDefault: false });
  const module: unknown = await jiti.import(path);
  const holder = module as { readonly default?: unknown } | null | undefined;
  if (holder?.default === undefined) throw new TypeError('it has no default export');
  return holder.default;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

function nameFrom(cwd: string, path: string): string {
  const fromHere = relative(cwd, path);
  return fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere;
}
