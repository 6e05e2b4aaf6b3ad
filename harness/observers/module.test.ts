/** Observer modules, right and wrong. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createModuleObserver } from './module.ts';
import type { Observer, Subject } from './observer.ts';

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));
const context = { namespace: 'ns', port: 3000 };
const never = new AbortController().signal;
const known: Subject = { objectId: 'o1', eventIds: ['e1', 'e2'], fixed: {} };

const observing = (
  exportName: string,
  specifier = './modules.mjs',
  folder: string = FIXTURES,
): Promise<Observer> =>
  createModuleObserver({ specifier, exportName, folder, options: { url: 'x' } }, context);
const stateOf = async (exportName: string): Promise<unknown> =>
  (await observing(exportName)).readState?.(known, never);
const effectsOf = async (exportName: string): Promise<unknown> =>
  (await observing(exportName)).readEffects?.(known, never);

test('states and effects, whole or by event', async () => {
  expect(await stateOf('default')).toBe('paid');
  expect(await effectsOf('default')).toEqual([{ kind: 'ledger', eventId: 'e1' }]);
  expect(await effectsOf('byEvent')).toEqual([
    { kind: 'ledger', eventId: 'e1' },
    { kind: 'ledger', eventId: 'e2' },
  ]);
  expect((await observing('byEvent')).readState).toBeUndefined();
  expect((await observing('told')).readEffects).toBeUndefined();
});

test('values are taken as JSON', async () => {
  const observer = await observing('values');
  expect(await observer.readValues?.(known, never)).toEqual({ paid: 5, at: '1970-01-01T00:00:00.000Z' });
  expect(await observer.readValues?.({ ...known, objectId: 'nobody' }, never)).toBeNull();
  await expect((await observing('listed')).readValues?.(known, never)).rejects.toThrow(
    /^Expected an object with values by name, or null .*, got \[5\]$/,
  );
});

test('what it is told', async () => {
  expect(JSON.parse((await stateOf('told')) as string)).toEqual({
    context: { namespace: 'ns', port: 3000, options: { url: 'x' } },
    subject: known,
  });
});

test.each([
  ['observer.ts', 'export default (): object => ({ state: (): string => "paid" });', 'default'],
  ['observer.ts', 'export const create = (): object => ({ state: (): string => "paid" });', 'create'],
  ['observer.cjs', 'module.exports = () => ({ state: () => "paid" });', 'default'],
  ['observer.cjs', 'exports.create = () => ({ state: () => "paid" });', 'create'],
  [
    'observer.cjs',
    'exports.__esModule = true; exports.default = () => ({ state: () => "paid" });',
    'default',
  ],
])('%s: %s', async (name, text, exportName) => {
  const folder = mkdtempSync(join(tmpdir(), 'lost200-module-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  const observer = await observing(exportName, `./${name}`, folder);
  expect(await observer.readState?.(known, never)).toBe('paid');
});

describe('a wrong module cannot be used', () => {
  test.each<[string, RegExp]>([
    ['empty', /\.mjs#empty sees nothing: it has neither state nor effects nor values \(it has: stat\)/],
    ['nothing', /returned nothing \(undefined\), and no observer/],
    ['noFunction', /"state" is "paid", no function/],
    ['byDay', /"effectsBy" is "day"/],
    ['fails', /cannot be used: no password/],
    ['number', /has no export called "number" that is a function; it exports: .*byEvent/],
    ['absent', /has no export called "absent"/],
  ])('%s', async (exportName, message) => {
    await expect(observing(exportName)).rejects.toMatchObject({
      code: 'LOST200_E_OBSERVER',
      message: expect.stringMatching(message) as string,
    });
  });

  test('because it is not there', async () => {
    await expect(observing('default', './nowhere.mjs')).rejects.toMatchObject({
      code: 'LOST200_E_OBSERVER',
      message: expect.stringMatching(
        /^The observer module \.\/nowhere\.mjs cannot be used: Cannot find/,
      ) as string,
    });
  });
});

describe('a wrong answer fails the read', () => {
  test.each<[string, RegExp]>([
    ['throws', /^No state of object o1 from the module \.\/modules\.mjs#throws: no such table, says SQLite$/],
    ['forgets', /^Expected a state .*, or null .*, got nothing \(undefined\)$/],
    ['objects', /^Expected a state .*, got \{"status":"paid"\}$/],
  ])('state: %s', async (exportName, message) => {
    await expect(stateOf(exportName)).rejects.toThrow(message);
  });

  test.each<[string, RegExp]>([
    ['rejects', /^No effects of object o1 from the module .*: connection lost$/],
    ['forgets', /^Expected a list of effects .*, got nothing \(undefined\)$/],
    ['objects', /^Expected a list of effects .*, got \{\}$/],
    ['noKind', /but element 0 has no "kind"/],
  ])('effects: %s', async (exportName, message) => {
    await expect(effectsOf(exportName)).rejects.toThrow(message);
  });

  test('because it hangs, and a run that ends waits for nothing', async () => {
    const observer = await observing('hangs');
    await expect(observer.readState?.(known, AbortSignal.timeout(50))).rejects.toThrow(/interrupted$/);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const read = expect(observer.readState?.(known, never)).rejects.toThrow(
      /No answer within 5000 ms\. It must resolve or reject\.$/,
    );
    await vi.advanceTimersByTimeAsync(5000);
    await read;
    const closed = observer.close();
    await vi.advanceTimersByTimeAsync(2000);
    await expect(closed).resolves.toBeUndefined();
  });
});
