/** A check that is a function in a module of the user's. */
import type { CheckSettings } from '../config/settings.ts';
import { abortable, withDeadline } from '../deadline.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { loadFunction } from '../user-module.ts';
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
          abortable(Promise.resolve(judge(object)), signal),
        );
        found.push(differencesIn(answer));
      }
      return found;
    },
  };
}

type Judge = (object: CheckedObject) => unknown;

async function exportOf(settings: Extract<CheckSettings, { readonly kind: 'module' }>): Promise<Judge> {
  const { id, specifier, exportName } = settings;
  let names: readonly string[];
  try {
    const loaded = await loadFunction(settings);
    if (loaded.found !== undefined) return loaded.found as Judge;
    names = loaded.names;
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_OBSERVER',
      `The module ${specifier} of the check "${id}" cannot be loaded: ${reasonOf(error)}`,
      'Correct the path (relative to the config file) or the module.',
      { cause: error },
    );
  }
  const wanted = exportName === 'default' ? 'default export' : `export called "${exportName}"`;
  throw new Lost200Error(
    'LOST200_E_OBSERVER',
    `The module ${specifier} of the check "${id}" has no ${wanted} that is a function; it exports: ${names.join(', ') || 'nothing'}.`,
    `Export a function (object) => differences, and name it: checks: { ${id}: { module: ./checks.mjs#name } }`,
  );
}
