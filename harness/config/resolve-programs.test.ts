/** What `observe.command` and `observe.module` may say. */
import { describe, expect, test } from 'vitest';
import { fileSource } from './problems.ts';
import { resolveCommandObserver, resolveModuleObserver } from './resolve-programs.ts';
import type { Scope } from './scope.ts';

const scopeOf = (): Scope => ({
  source: fileSource('lost200.config.json'),
  env: { PASSWORD: 'secret word' },
  fixedNames: ['customer'],
  environmentValues: new Set(),
});

describe('command', () => {
  test('alone, and with everything', () => {
    expect(resolveCommandObserver(scopeOf(), 'python observer.py')).toEqual({
      command: 'python observer.py',
      env: {},
      timeoutMs: 5000,
    });
    const scope = scopeOf();
    const env = { PASSWORD: '${PASSWORD}', WORKERS: 2 };
    expect(resolveCommandObserver(scope, { command: 'x "$PASSWORD"', env, timeout: '2s' })).toEqual({
      command: 'x "$PASSWORD"',
      env: { PASSWORD: 'secret word', WORKERS: '2' },
      timeoutMs: 2000,
    });
    expect([...scope.environmentValues]).toEqual(['secret word']);
  });

  test.each<[Parameters<typeof resolveCommandObserver>[1], RegExp]>([
    [
      'observer {objectId}',
      /^"observe.command" in lost200.config.json uses \{objectId\}, which .* told on its standard input/,
    ],
    ['observer {fixed.customer}', /uses \{fixed\.customer\}/],
    ['observer {env.PASSWORD}', /uses \{env\.PASSWORD\}, and the shell knows variables by another name/],
    [{ command: 'x', env: { PORT: '{port}' } }, /^"observe.command.env.PORT" .* uses \{port\}/],
    [{ command: 'x', env: { A: '${NOT_SET}' } }, /needs the environment variable NOT_SET/],
    [{ command: 'x', timeout: '2m' }, /^"observe.command.timeout" .* must be from 1 ms to a minute/],
    [{ command: 'x', timeout: 0 }, /must be from 1 ms to a minute/],
  ])('%j is refused', (written, message) => {
    expect(() => resolveCommandObserver(scopeOf(), written)).toThrow(message);
  });
});

describe('module', () => {
  test('alone, with a name, and with options', () => {
    const plain = { exportName: 'default', folder: '/here', options: {} };
    expect(resolveModuleObserver(scopeOf(), './o.mjs', '/here')).toEqual({ ...plain, specifier: './o.mjs' });
    const scope = scopeOf();
    const options = { password: '${PASSWORD}', deep: [{ word: '{env.PASSWORD}!' }], size: 4 };
    expect(resolveModuleObserver(scope, { module: '@acme/o#create', options }, '/here')).toEqual({
      ...plain,
      specifier: '@acme/o',
      exportName: 'create',
      options: { password: 'secret word', deep: [{ word: 'secret word!' }], size: 4 },
    });
    expect([...scope.environmentValues]).toEqual(['secret word']);
  });

  test.each(['#name', './o.mjs#', './o.mjs#two words'])('%s is refused', (written) => {
    expect(() => resolveModuleObserver(scopeOf(), written, '/here')).toThrow(/is no module with an export/);
  });
});
