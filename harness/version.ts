import { createRequire } from 'node:module';

/** The version of this package, as its package.json says. */
export const version: string = (createRequire(import.meta.url)('lost200/package.json') as { version: string })
  .version;
