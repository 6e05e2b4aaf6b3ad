/** A check that is a function in a module of the user's. */
import { join } from 'node:path';
import { createJiti } from 'jiti';
import type { CheckSettings } from '../config/settings.ts';
import { withDeadline } from '../deadline.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { differencesIn, type Check, type CheckedObject } from './check.ts';

const CALL_TIMEOUT_MS = 5000;

/** The module is loaded at once; its function is called with one object at a time. @throws Lost200Error LOST200_E_OBSERVER */
export async function loadModuleCheck(
  settings: Extract<CheckSettings, { readonly kind: 'module' }>,
): Promise<Check> {
  const judge = await exportOf(settings);
  return {
    id: settings.id,
    judge: async (objects, outer) => {
      const found = [];
      for (const object of objects) {
        const answer = await withDeadline(CALL_TIMEOUT_MS, outer, (signal) =>
          Promise.race([Promise.resolve(judge(object)), rejected(signal)]),
        );
        found.push(differencesIn(answer));
      }
      return found;
    },
  };
}

type Judge = (object: CheckedObject) => unknown;

async function exportOf({
  id,
  specifier,
  exportName,
  folder,
}: Extract<CheckSettings, { readonly kind: 'module' }>): Promise<Judge> {
  const remedy =
    'Export a function (object) => differences, and name it: checks: { id: { module: ./checks.mjs#name } }';
  try {
    const jiti = createJiti(join(folder, 'lost200.config.js'), { fsCache: false, interopDefault: false });
    const loaded: unknown = await jiti.import(specifier);
    const holders = [loaded, member(loaded, 'default'), member(member(loaded, 'default'), 'default')];
    const places = exportName === 'default' ? holders : holders.map((holder) => member(holder, exportName));
    const found = places.find((place) => typeof place === 'function');
    if (found !== undefined) return found as Judge;
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_OBSERVER',
      `The module ${specifier} of the check "${id}" cannot be loaded: ${reasonOf(error)}`,
      'Correct the path (relative to the config file) or the module.',
      { cause: error },
    );
  }
  const what = exportName === 'default' ? 'no default export' : `no export "${exportName}"`;
  throw new Lost200Error(
    'LOST200_E_OBSERVER',
    `The module ${specifier} of the check "${id}" has ${what} that is a function.`,
    remedy,
  );
}

function member(value: unknown, name: string): unknown {
  const isHolder = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isHolder ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('it took longer than 5 s')), { once: true });
  });
}
