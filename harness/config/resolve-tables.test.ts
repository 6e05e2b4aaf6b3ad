/** `observe.tables` and `--db`, from what is written to what the observer gets. */
import { join } from 'node:path';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { lifecycles } from '../../simulator/lifecycles/index.ts';
import { profiles } from '../../simulator/profiles/index.ts';
import type { CliOptions } from './cli-options.ts';
import { resolveSettings } from './resolve.ts';
import type { Settings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'lost200-tables-config-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function resolve(cli: CliOptions, tables?: object): Promise<Settings> {
  const configPath = join(folder, 'config', 'lost200.config.json');
  if (tables !== undefined) {
    mkdirSync(join(folder, 'config'), { recursive: true });
    writeFileSync(configPath, JSON.stringify({ observe: { tables } }));
  }
  return resolveSettings({
    cwd: folder,
    ...(tables !== undefined && { configPath }),
    cli: { url: 'http://127.0.0.1:1/', ...cli },
    env: { DB: 'postgres://u:pw-of-env@localhost/x' },
    lifecycles,
    profiles,
    reporters: [],
    resolveHost: () => Promise.resolve(['203.0.113.9']),
  });
}

describe('the database', () => {
  it.each([
    ['postgres://u:secret%21@127.0.0.1:1/x', 'postgres://u:secret%21@127.0.0.1:1/x'],
    ['mysql://u:pw@localhost/x', 'mysql://u:pw@localhost/x'],
    ['mariadb://u@localhost/x', 'mariadb://u@localhost/x'],
    ['sqlite:data/app.db', `sqlite:${join(folder, 'data/app.db')}`],
    ['sqlite:///var/app.db', 'sqlite:/var/app.db'],
    ['./app.sqlite3', `sqlite:${join(folder, 'app.sqlite3')}`],
    ['${DB}', 'postgres://u:pw-of-env@localhost/x'],
  ])('%s', async (db, database) => {
    const { observe } = await resolve({ db });
    expect(observe.tables).toEqual({ database, judge: [], ignore: [], mask: [] });
  });

  it('of a file in the config begins beside it, on the command line in the current folder', async () => {
    expect((await resolve({}, { database: 'app.db' })).observe.tables?.database).toBe(
      `sqlite:${join(folder, 'config', 'app.db')}`,
    );
    const both = await resolve({ db: 'app.db' }, { database: 'other.db', judge: ['x'], state: 'a.b' });
    expect(both.observe.tables).toEqual({
      database: `sqlite:${join(folder, 'app.db')}`,
      ...{ judge: ['x'], ignore: [], mask: [], state: 'a.b' },
    });
  });

  it('is never shown with its password, and is named in a command to replay without it', async () => {
    const settings = await resolve({ db: 'mysql://u:s%C3%A9cret@localhost/x?password=another' });
    expect(settings.secretValues).toEqual(expect.arrayContaining(['s%C3%A9cret', 'sécret', 'another']));
    expect(settings.replayArguments).toEqual(['http://127.0.0.1:1/', '--db', '${LOST200_DB}']);
    expect((await resolve({ db: 'app.db' })).replayArguments).toEqual([
      'http://127.0.0.1:1/',
      '--db',
      'app.db',
    ]);
  });

  it.each(['postgres://u@db.example.com/x', 'mysql://u@db.example.com/x'])(
    '%s is not ours to touch',
    async (db) => {
      await expect(resolve({ db })).rejects.toMatchObject({ code: 'LOST200_E_HOST_NOT_ALLOWED' });
      expect((await resolve({ db, allowHost: ['db.example.com'] })).observe.tables?.database).toBe(db);
    },
  );

  it.each([
    [{ db: 'redis://127.0.0.1/1' }, /^--db: expected a postgres:\/\/, mysql:\/\/ or sqlite: URL/],
    [{ db: 'postgres://' }, /^--db is neither a URL of a database nor the path of an SQLite file/],
    [{ db: '' }, /--db/],
  ])('%j is refused', async (cli, message) => {
    await expect(resolve(cli)).rejects.toMatchObject({
      exitCode: 64,
      message: expect.stringMatching(message) as string,
    });
  });

  it.each([
    [
      { database: 'a.db', judge: ['x'], ignore: ['y', 'x'] },
      /observe\.tables\.judge" in \S+ names x, and so does observe\.tables\.ignore/,
    ],
    [
      { database: 'a.db', state: 'status' },
      /observe\.tables\.state" in \S+: expected a column as "table\.column"/,
    ],
    [{ database: 'a.db', jugde: ['x'] }, /jugde/],
    [{ judge: ['x'] }, /observe\.tables\.database/],
  ])('%j is refused', async (tables, message) => {
    await expect(resolve({}, tables)).rejects.toMatchObject({
      exitCode: 64,
      message: expect.stringMatching(message) as string,
    });
  });
});
