/** Modules of the user's (ESM, CommonJS or TypeScript), and what they export. */
import { join } from 'node:path';
import { createJiti } from 'jiti';

export interface ModuleExport {
  /** A path or a package's name, as it was written. */
  readonly specifier: string;
  /** `default`, or a name. */
  readonly exportName: string;
  /** Absolute: where a relative path begins. */
  readonly folder: string;
}

/**
 * Loads the module: its export, when that is a function, and the names of all that it exports. Rejects with whatever its loading
 * threw.
 */
export async function loadFunction({ specifier, exportName, folder }: ModuleExport): Promise<{
  readonly found: unknown;
  readonly names: readonly string[];
}> {
  const jiti = createJiti(join(folder, 'lost200.config.js'), { fsCache: false, interopDefault: false });
  const loaded: unknown = await jiti.import(specifier).catch((error: unknown) => {
    // It names a file that we made up.
    if (error instanceof Error) error.message = error.message.replace(/\nRequire stack:[\s\S]*$/, '');
    throw error;
  });
  // A CommonJS module's exports may be the thing itself, or stand one or two `default`s deep.
  const holders = [loaded, member(loaded, 'default'), member(member(loaded, 'default'), 'default')];
  const places = exportName === 'default' ? holders : holders.map((holder) => member(holder, exportName));
  return {
    found: places.find((place) => typeof place === 'function'),
    names: typeof loaded === 'object' && loaded !== null ? Object.keys(loaded) : [],
  };
}

function member(holder: unknown, name: string): unknown {
  const canHold = (typeof holder === 'object' && holder !== null) || typeof holder === 'function';
  return canHold ? (holder as Readonly<Record<string, unknown>>)[name] : undefined;
}
