import tseslint from 'typescript-eslint';

const product = ['simulator/**/*.ts', 'scenarios/**/*.ts', 'harness/**/*.ts', 'reports/**/*.ts'];
const everything = [...product, 'test/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts', 'vitest.config.ts'];

const clockDoor = 'Time comes in through simulator/clock.ts only.';
const randomDoor = 'Chance comes in through simulator/random.ts only.';
const terminalDoor = 'Only harness/cli/ and harness/demo/ speak to the terminal.';

const bannedEverywhere = [
  { selector: 'TSEnumDeclaration', message: 'No enums: use a union of string literals.' },
];

const bans = {
  clock: {
    globals: ['setTimeout', 'setInterval', 'performance'].map((name) => ({ name, message: clockDoor })),
    properties: [
      { object: 'Date', property: 'now', message: clockDoor },
      { object: 'performance', property: 'now', message: clockDoor },
      { object: 'process', property: 'hrtime', message: clockDoor },
      ...['setTimeout', 'setInterval', 'performance'].map((property) => ({
        object: 'globalThis',
        property,
        message: clockDoor,
      })),
    ],
    syntax: [
      { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: clockDoor },
      { selector: "CallExpression[callee.name='Date']", message: clockDoor },
    ],
    imports: ['node:timers', 'node:timers/promises', 'timers', 'timers/promises', 'node:perf_hooks'].map(
      (name) => ({ name, message: clockDoor }),
    ),
  },
  random: {
    globals: [],
    properties: [
      { object: 'Math', property: 'random', message: randomDoor },
      ...['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'].map((property) => ({
        object: 'crypto',
        property,
        message: randomDoor,
      })),
    ],
    syntax: [],
    imports: [
      { name: 'seedrandom', message: randomDoor },
      ...['node:crypto', 'crypto'].map((name) => ({
        name,
        importNames: [
          'randomUUID',
          'randomBytes',
          'randomInt',
          'randomFillSync',
          'getRandomValues',
          'webcrypto',
        ],
        message: randomDoor,
      })),
    ],
  },
  terminal: {
    globals: [{ name: 'console', message: terminalDoor }],
    properties: ['stdout', 'stderr'].map((property) => ({
      object: 'process',
      property,
      message: terminalDoor,
    })),
    syntax: [],
    imports: [],
  },
};

/** The four `no-restricted-*` rules for one group of files; a later group replaces an earlier one whole. */
function restrict(...names) {
  const chosen = names.map((name) => bans[name]);
  return {
    'no-restricted-globals': ['error', ...chosen.flatMap((ban) => ban.globals)],
    'no-restricted-properties': ['error', ...chosen.flatMap((ban) => ban.properties)],
    'no-restricted-syntax': ['error', ...bannedEverywhere, ...chosen.flatMap((ban) => ban.syntax)],
    'no-restricted-imports': ['error', { paths: chosen.flatMap((ban) => ban.imports) }],
  };
}

export default tseslint.config(
  { ignores: ['**/node_modules/**', 'dist/**', 'build/**', '*.partial/**', '.lost200/**', 'coverage/**'] },
  {
    files: everything,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...restrict(),
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-exports': 'error',
      // `import { type A }` alone would still be emitted, as an import for its side effects.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowAny: false, allowNullish: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      // `() => resolve()` and `() => list.push(x)` are read as they are meant.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Bounded loops are written `for (;;)` or `while (true)` where the bound is inside.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // An async function without await is how a port that may wait is implemented by one that need not.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: product,
    rules: {
      ...restrict('clock', 'random', 'terminal'),
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['simulator/clock.ts'], rules: restrict('random', 'terminal') },
  { files: ['simulator/random.ts'], rules: restrict('clock', 'terminal') },
  { files: ['harness/cli/**/*.ts', 'harness/demo/**/*.ts'], rules: restrict('clock', 'random') },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts'],
    rules: { ...restrict(), 'max-lines-per-function': 'off', 'max-lines': 'off' },
  },
);
