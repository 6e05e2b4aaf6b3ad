import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { startPostgres } from '../../harness/demo/postgres.ts';
import { leaveOut } from './left-out.ts';
import { freshDatabase, postgres } from './postgres.ts';

const database = await freshDatabase('systems');

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(text);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

describe.skipIf('missing' in database)('PostgreSQL for tests', () => {
  const url = 'url' in database ? database.url : '';

  it('gives this file a database of its own, in which it may create', async () => {
    const name = await ask(url, 'SELECT current_database() AS answer');
    expect(name).toMatch(/^lost200_systems_/);
    await ask(url, 'CREATE TABLE seen (id int)');
    await ask(url, 'INSERT INTO seen VALUES (1), (2)');
    expect(await ask(url, 'SELECT count(*)::int AS answer FROM seen')).toBe(2);
  });

  it('gives every caller the same server', async () => {
    const [one, other] = [await postgres(), await postgres()];
    expect(one).toEqual(other);
  });

  it('leaves a server that was there before alone', async () => {
    vi.stubEnv('DATABASE_URL', url);
    const server = await startPostgres();
    vi.unstubAllEnvs();
    expect(server.url).toBe(url);
    await server.stop();
    expect(await ask(url, 'SELECT 1 AS answer')).toBe(1);
  });
});

describe.skipIf('missing' in database || process.env['DATABASE_URL'] !== undefined)(
  'a server of our own',
  () => {
    it('answers, takes no guest without the password, and is gone after stop', async () => {
      const server = await startPostgres();
      const { port } = new URL(server.url);
      try {
        expect(await ask(server.url, "SELECT current_setting('max_connections') AS answer")).toBe('200');
        const stranger = server.url.replace(/:[0-9a-f]+@/, ':wrong@');
        await expect(ask(stranger, 'SELECT 1 AS answer')).rejects.toThrow(/password/);
      } finally {
        await server.stop();
      }
      expect(await isListening(Number(port))).toBe(false);
    });
  },
);

describe('a system that is missing', () => {
  const nothing = { missing: 'it is not here', remedy: 'bring it' };

  it('is said aloud', () => {
    vi.stubEnv('LOST200_REQUIRE_ALL', '');
    const log = vi.spyOn(console, 'log').mockReturnValue();
    leaveOut('the test of nothing', nothing);
    vi.unstubAllEnvs();
    expect(log).toHaveBeenCalledWith('left out: the test of nothing, because it is not here; bring it');
    log.mockRestore();
  });

  it('is a failure where everything is required', () => {
    vi.stubEnv('LOST200_REQUIRE_ALL', '1');
    expect(() => leaveOut('the test of nothing', nothing)).toThrow(/left out: the test of nothing/);
    vi.unstubAllEnvs();
  });
});

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
