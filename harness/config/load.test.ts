import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from './load.ts';

let root: string;
let number = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lost200-load-'));
});
afterAll(() => rm(root, { recursive: true }));

/** A folder with these files in it. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, String((number += 1)));
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe('every kind of file', () => {
  test.each([
    [
      'lost200.config.ts',
      "interface A { url: string }\nconst a: A = { url: 'http://[::1]' };\nexport default a;",
    ],
    ['lost200.config.mjs', "export default { url: 'http://[::1]', secret: undefined };"],
    ['lost200.config.js', "module.exports = { url: 'http://[::1]' };"],
    ['lost200.config.json', '\uFEFF{ "url": "http://[::1]" }'],
    ['lost200.config.yaml', 'url: http://[::1]'],
    ['lost200.config.yml', '# a note\nurl: "http://[::1]"'],
  ])('%s', async (name, text) => {
    const folder = await folderWith({ [name]: text });
    expect(await loadConfig(folder)).toEqual({
      config: { url: 'http://[::1]' },
      name,
      path: join(folder, name),
    });
  });

  test('a commented-out YAML file is an empty config', async () => {
    expect((await loadConfig(await folderWith({ 'lost200.config.yaml': '# url: x' })))?.config).toEqual({});
  });

  test('none at all', async () => {
    expect(await loadConfig(await folderWith({ 'config.yaml': '' }))).toBeUndefined();
  });

  test('a given path, of any name', async () => {
    const folder = await folderWith({ 'ci.yaml': 'strict: true', 'lost200.config.json': '{}' });
    expect((await loadConfig(folder, 'ci.yaml'))?.config).toEqual({ strict: true });
  });
});

describe('refusals', () => {
  test.each<[string, Readonly<Record<string, string>>, string | undefined, RegExp]>([
    [
      'two files',
      { 'lost200.config.json': '{}', 'lost200.config.yaml': '' },
      undefined,
      /more than one config here: lost200\.config\.json, lost200/,
    ],
    ['missing', {}, 'no.yaml', /^There is no config file no\.yaml\./],
    ['unknown kind', { 'a.toml': '' }, 'a.toml', /^a\.toml is of no known kind/],
    ['broken JSON', { 'a.json': '{ "url": }' }, 'a.json', /^a\.json cannot be read: Unexpected token/],
    ['broken YAML', { 'a.yaml': 'a: [1\nb: 2' }, 'a.yaml', /^a\.yaml cannot be read: .*line 2/],
    ['YAML key twice', { 'a.yaml': 'url: a\nurl: b' }, 'a.yaml', /Map keys must be unique/],
    [
      'code that throws',
      { 'a.mjs': "throw new Error('no wifi')" },
      'a.mjs',
      /^a\.mjs cannot be read: no wifi/,
    ],
    [
      'no default export',
      { 'a.ts': 'export const url = 1;' },
      'a.ts',
      /^a\.ts cannot be read: it has no default export/,
    ],
    [
      'a function',
      { 'a.ts': 'export default () => ({});' },
      'a.ts',
      /^The default export of a\.ts is a function; a config holds plain data/,
    ],
    [
      'a function inside',
      { 'a.ts': 'export default { exec: { env: { A: () => 1 } } };' },
      'a.ts',
      /^"exec\.env\.A" in a\.ts is a function/,
    ],
    [
      'a class instance',
      { 'a.ts': 'export default { fixed: { a: new Date(0) } };' },
      'a.ts',
      /^"fixed\.a" in a\.ts is an instance of Date/,
    ],
    [
      'a circle',
      { 'a.ts': 'const a: any = {}; a.a = a; export default a;' },
      'a.ts',
      /too deep, or refers to itself/,
    ],
    ['a list', { 'a.json': '[]' }, 'a.json', /^a\.json: expected an object, found a list/],
    ['too large', { 'a.yaml': `# ${'x'.repeat(1_048_576)}` }, 'a.yaml', /larger than 1048576 bytes/],
  ])('%s', async (_, files, given, message) => {
    const loading = loadConfig(await folderWith(files), given);
    await expect(loading).rejects.toMatchObject({ code: 'LOST200_E_CONFIG' });
    await expect(loading).rejects.toThrow(message);
  });
});
