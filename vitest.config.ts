import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const config: ViteUserConfig = defineConfig({
  resolve: {
    // Tests see the sources, not dist/, even where they import the package by its name.
    alias: [
      { find: /^lost200$/, replacement: source('harness/index.ts') },
      { find: /^lost200\/simulator$/, replacement: source('simulator/index.ts') },
      { find: /^lost200\/reports$/, replacement: source('reports/index.ts') },
    ],
  },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'build/**', '*.partial/**', '.lost200/**'],
    globalSetup: ['test/systems/global-setup.ts'],
    pool: 'forks',
    // Most files wait for a receiver most of the time.
    maxWorkers: 5,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    coverage: { include: ['simulator/**', 'scenarios/**', 'harness/**', 'reports/**'] },
  },
});

export default config;
