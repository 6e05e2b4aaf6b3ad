/** The libraries of `test/vendor`, from the sources and from build/ alike. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const vendor = createRequire(join(root(), 'test', 'vendor', 'package.json'));

/** What the library exports, as the caller describes it. `name` may be a path inside test/vendor, for packages that hide their files. */
export function vendorLibrary(name: string): unknown {
  return vendor(name);
}

/** The version that is installed. */
export function vendorVersion(name: string): string {
  const { version } = vendor(`./node_modules/${name}/package.json`) as { readonly version: string };
  return version;
}

function root(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'test', 'vendor', 'node_modules'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('The vendor libraries are not installed; run "node .ci/prepare.mjs --vendor".');
    folder = parent;
  }
  return folder;
}
