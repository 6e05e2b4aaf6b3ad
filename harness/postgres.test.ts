/** Everything that speaks to PostgreSQL, against the run's server, in a schema of its own. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { freshToken } from '../simulator/random.ts';
import { Lost200Error } from './errors.ts';
import { runHook } from './hooks/hook.ts';
import { createObservers } from './observers/index.ts';
import type { Observer } from './observers/observer.ts';
import { loadPostgres } from './postgres.ts';

const server = inject('postgres');
const schema = `lost200_${freshToken(6)}`;
// test/systems says it aloud (and fails where nothing may be missing); here the reason stands in the skipped tests' name.
const title = 'missing' in server ? `left out, because ${server.missing}; ${server.remedy}` : 'PostgreSQL';

async function execute(text: string): Promise<void> {
  const { Client } = await loadPostgres();
  const client = new Client({
    connectionString: 'url' in server ? server.url : '',
    application_name: 'lost200-tests',
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
  });
  await client.connect();
  try {
    await client.query(`set search_path to ${schema}`, []);
    await client.query(text, undefined as never);
  } finally {
    await client.end();
  }
}

async function refusal(running: Promise<unknown>): Promise<Lost200Error> {
  const error: unknown = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Lost200Error)) throw new Error('expected a Lost200Error', { cause: error });
  return error;
}

describe.skipIf('missing' in server)(title, () => {
  let url: string;

  beforeAll(async () => {
    await execute(`create schema ${schema}`);
    const ours = new URL('url' in server ? server.url : '');
    ours.searchParams.set('options', `-c search_path=${schema}`);
    url = ours.href;
  });
  afterAll(() => execute(`drop schema ${schema} cascade`));

  describe('hooks', () => {
    const values = { objectId: 'o/1"', 'fixed.tenant': '7' };
    const run = (query: string, signal?: AbortSignal): Promise<unknown> =>
      runHook({ kind: 'sql', database: url, query }, values, signal);

    beforeAll(async () => {
      await execute('create table orders (id text primary key, tenant int, made timestamptz)');
    });

    test('binds values and hands back the first row', async () => {
      const insert = `insert into orders values ({objectId}, '{fixed.tenant}', '2026-01-02T03:04:05Z') returning id, tenant, made`;
      expect(await run(insert)).toEqual({ id: 'o/1"', tenant: 7, made: '2026-01-02T03:04:05.000Z' });
      expect(await run('delete from orders where id = {objectId}')).toBeNull();
    });

    test('failures name the query and the reason', async () => {
      const broken = await refusal(run('insert into order values ({objectId})'));
      expect(broken.code).toBe('LOST200_E_HOOK');
      expect(broken.message).toMatch(
        /^The hook query "insert into order values \(\{objectId\}\)" failed: syntax error/,
      );
      const hook = {
        kind: 'sql',
        database: 'postgres://someone:hushhush@127.0.0.1:1/x',
        query: 'select 1',
      } as const;
      const unreachable = await refusal(runHook(hook, values));
      expect(unreachable.message).toContain('ECONNREFUSED');
      expect(unreachable.message + unreachable.remedy).not.toContain('hushhush');
    });

    test('a slow query is left when we are interrupted', async () => {
      expect((await refusal(run('select pg_sleep(20)', AbortSignal.timeout(200)))).code).toBe(
        'LOST200_E_INTERRUPTED',
      );
      expect((await refusal(run('select 1', AbortSignal.abort()))).code).toBe('LOST200_E_INTERRUPTED');
    });
  });

  describe('observers', () => {
    const subject = { objectId: 'o/1', eventIds: ['e1', 'e2'], fixed: {} };
    const context = { namespace: 'ns' };
    const never = new AbortController().signal;
    const opened: Observer[] = [];
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((observer) => observer.close()));
    });

    beforeAll(async () => {
      await execute(
        `create table o (id text, status text); create table e (kind text, event_id text, object_id text, key int);
       insert into o values ('o/1', 'paid'), ('new', null), ('twice', 'a'), ('twice', 'b');
       insert into e values ('ledger', 'e1', 'o/1', 1), ('ledger', 'e1', 'o/1', 1), ('mail', 'e2', 'o/1', null), ('mail', 'x', 'other', 1)`,
      );
    });

    async function observing(state: string, effects?: string): Promise<Observer> {
      const sql = { database: url, state, ...(effects !== undefined && { effects }) };
      const [observer] = await createObservers({ sql }, context);
      if (observer === undefined) throw new Error('no observer');
      opened.push(observer);
      return observer;
    }

    test('states', async () => {
      const observer = await observing('select status, id from o where id = {objectId}');
      const stateOf = (objectId: string): Promise<unknown> | undefined =>
        observer.readState?.({ ...subject, objectId }, never);
      expect([await stateOf('o/1'), await stateOf('new'), await stateOf("' or true --")]).toEqual([
        'paid',
        null,
        null,
      ]);
      await expect(stateOf('twice')).rejects.toThrow(/^Expected one row of "select .*", got 2$/);
      expect(observer.readEffects).toBeUndefined();
    });

    test('effects per event and per object', async () => {
      const expected = [
        { kind: 'ledger', eventId: 'e1', key: '1' },
        { kind: 'ledger', eventId: 'e1', key: '1' },
        { kind: 'mail', eventId: 'e2' },
      ];
      const perEvent = await observing(
        'select {objectId}',
        'select kind, key from e where event_id = {eventId}',
      );
      expect(await perEvent.readEffects?.(subject, never)).toEqual(expected);
      const perObject = await observing(
        'select {objectId}',
        'select kind, key, event_id from e where object_id = {objectId}',
      );
      expect(await perObject.readEffects?.(subject, never)).toEqual(expected);
      const all = await observing('select {objectId}', 'select * from e where {objectId}::text is not null');
      await expect(all.readEffects?.(subject, never)).rejects.toThrow(
        /but row 3 is of object other, not o\/1$/,
      );
    });

    test('what it cannot do', async () => {
      const writer = await observing('update o set status = {objectId} returning status');
      await expect(writer.readState?.(subject, never)).rejects.toThrow(
        /cannot execute UPDATE in a read-only transaction/,
      );
      const broken = await observing('select {objectID}');
      await expect(broken.readState?.(subject, never)).rejects.toThrow(/Unknown placeholder \{objectID\}/);
      const slow = await observing('select pg_sleep(3), {objectId}');
      await expect(slow.readState?.(subject, AbortSignal.timeout(100))).rejects.toThrow(
        /failed: interrupted/,
      );
    });

    test('a database that is not there', async () => {
      const sql = { database: 'postgres://me:hushhush@127.0.0.1:1/nowhere', state: 'select {objectId}' };
      const opening = createObservers({ http: { headers: {} }, sql }, context);
      await expect(opening).rejects.toMatchObject({
        code: 'LOST200_E_DATABASE',
        message: expect.stringMatching(
          /^The database 127\.0\.0\.1:1\/nowhere \(observe\.sql\) cannot be read: .*ECONNREFUSED/,
        ) as string,
      });
      await expect(opening).rejects.not.toThrow(/hushhush/);
    });
  });
});
