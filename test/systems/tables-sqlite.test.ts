/** The tables observer on SQLite files in use, in both of SQLite's ways to write. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObservers } from '../../harness/observers/index.ts';
import type { Observer } from '../../harness/observers/observer.ts';
import { openSqlite } from '../../harness/observers/tables/sqlite.ts';

const never = new AbortController().signal;
const one = { objectId: 'obj_AAAAAAAAAAAAAAAA', eventIds: ['msg_A1', 'msg_A2'], fixed: {} };
const uuid = { ...one, objectId: '0f8fad5b-d9cb-469f-a165-70867728950e', eventIds: ['msg_U1'] };

describe.each(['delete', 'truncate', 'persist', 'wal'])('tables of SQLite, journal mode %s', (mode) => {
  let folder: string;
  let file: string;
  let writer: InstanceType<typeof Database>;
  const opened: { close(): Promise<void> }[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lost200-test-sqlite-'));
    file = join(folder, 'a b.db');
    writer = new Database(file);
    writer.exec(`PRAGMA journal_mode = ${mode}`);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    writer.close();
    rmSync(folder, { recursive: true });
  });

  async function observing(): Promise<Required<Pick<Observer, 'readEffects'>>> {
    const tables = { database: `sqlite:${file}`, judge: [], ignore: [], mask: [] };
    const [observer] = await createObservers({ tables }, { namespace: 'ns' });
    if (observer === undefined) throw new Error('no observer');
    opened.push(observer);
    return observer as never;
  }
  const placesOf = async (
    observer: Required<Pick<Observer, 'readEffects'>>,
    subject: typeof uuid = one,
  ): Promise<readonly string[]> =>
    (await observer.readEffects(subject, never)).map(({ kind, eventId }) =>
      `${kind} ${eventId ?? ''}`.trim(),
    );

  it('finds ids in whatever a column is, follows keys, and sees what goes', async () => {
    writer.exec(`CREATE TABLE payments (id TEXT PRIMARY KEY, status TEXT) WITHOUT ROWID;
      CREATE TABLE zoo (rowid TEXT, any, "odd ""name"" 💥" BLOB, n INT GENERATED ALWAYS AS (7));
      CREATE TABLE "a.b" (id INTEGER PRIMARY KEY, payment TEXT REFERENCES payments);
      CREATE VIEW seen AS SELECT * FROM payments;
      CREATE TABLE uuids (id BLOB)`);
    const observer = await observing();
    expect(await placesOf(observer)).toEqual([]);
    writer.exec(`INSERT INTO payments VALUES ('${one.objectId}', 'paid');
      INSERT INTO zoo (any) VALUES ('{"id":"msg_A1"}'), (12345678901234567), (NULL), ('msg_A12');
      INSERT INTO zoo ("odd ""name"" 💥") VALUES (CAST('key:msg_A2' AS BLOB));
      INSERT INTO "a.b" VALUES (1, '${one.objectId}'), (2, NULL);
      INSERT INTO uuids VALUES (x'${uuid.objectId.replaceAll('-', '')}')`);
    expect(await placesOf(observer)).toEqual(['"a.b"', 'payments', 'zoo msg_A1', 'zoo msg_A2']);
    expect(await placesOf(observer, uuid)).toEqual(['uuids']);
    writer.exec(
      "DELETE FROM zoo WHERE any LIKE '%msg_A1%'; UPDATE payments SET status = 'x'; CREATE TABLE late (id TEXT)",
    );
    writer.exec("INSERT INTO late VALUES ('msg_A1')");
    expect(await placesOf(observer)).toEqual(['"a.b"', 'late msg_A1', 'payments', 'zoo msg_A2']);
    const [, , payment] = await observer.readEffects(one, never);
    expect(payment?.row).toEqual({ id: one.objectId, status: 'x' });
  });

  it("is in nobody's way: a writer that waits for no lock is never refused, and every copy is whole", async () => {
    writer.exec(
      'CREATE TABLE payments (id TEXT PRIMARY KEY, n INT); CREATE TABLE twin (id TEXT PRIMARY KEY, n INT)',
    );
    writer.exec('PRAGMA busy_timeout = 0');
    const observer = await observing();
    const course = { isOpen: true, writes: 0 };
    const writing = (async () => {
      while (course.isOpen) {
        course.writes += 1;
        writer.exec(`BEGIN IMMEDIATE;
          INSERT INTO payments VALUES ('${one.objectId}', ${course.writes}) ON CONFLICT DO UPDATE SET n = excluded.n;
          INSERT INTO twin VALUES ('${one.objectId}', ${course.writes}) ON CONFLICT DO UPDATE SET n = excluded.n; COMMIT`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    try {
      let before = -1;
      for (let read = 0; read < 15; read += 1) {
        const effects = await observer.readEffects(one, never);
        const [payment, twin] = effects.map(({ row }) => Number(row?.['n']));
        expect(payment).toBe(twin);
        if (payment === undefined) continue;
        expect(payment).toBeGreaterThanOrEqual(before);
        before = payment;
      }
      expect(before).toBeGreaterThan(0);
    } finally {
      course.isOpen = false;
      await writing;
    }
  });

  it('sees what was before a transaction that is still open', async () => {
    writer.exec(`CREATE TABLE payments (id TEXT PRIMARY KEY, t TEXT);
      CREATE TABLE bulk (id INTEGER PRIMARY KEY, t TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO bulk SELECT i, 'msg_A1 old' FROM n`);
    const observer = await observing();
    // Too much for the cache: half of the transaction is in the file, or in the log, before it ends.
    writer.exec(`PRAGMA cache_size = 5; BEGIN; INSERT INTO payments VALUES ('${one.objectId}', '');
      UPDATE bulk SET t = 'msg_A2 new' || hex(randomblob(200)); DELETE FROM bulk WHERE id % 2 = 0`);
    const open = await observer.readEffects(one, never);
    expect(new Set(open.map(({ kind, row }) => `${kind} ${row?.['t'] ?? ''}`))).toEqual(
      new Set(['bulk msg_A1 old']),
    );
    expect(open).toHaveLength(5000);
    writer.exec('ROLLBACK');
    expect(await observer.readEffects(one, never)).toHaveLength(5000);
    writer.exec(`DELETE FROM bulk; BEGIN; INSERT INTO payments VALUES ('${one.objectId}', '')`);
    expect(await placesOf(observer)).toEqual([]);
    writer.exec('COMMIT');
    expect(await placesOf(observer)).toEqual(['payments']);
    expect(readdirSync(folder).filter((name) => !/^a b\.db(?:-wal|-shm|-journal)?$/.test(name))).toEqual([]);
  });

  it('reads no foreign row of a large table, and a table that it cannot read alone is left out', async () => {
    writer.exec(`CREATE TABLE payments (id TEXT); CREATE TABLE keyless (id TEXT PRIMARY KEY) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) INSERT INTO payments SELECT 'foreign_' || i FROM n;
      INSERT INTO keyless SELECT id FROM payments LIMIT 60000`);
    const driver = await openSqlite(`sqlite:${file}`);
    opened.push(driver);
    writer.exec(`INSERT INTO payments VALUES ('${one.objectId}')`);
    const startedMs = performance.now();
    expect(await driver.read()).toMatchObject([
      { kind: 'unread', problem: 'it has more than 50000 rows' },
      { kind: 'rows', rows: [{ cells: { id: one.objectId } }] },
    ]);
    expect(performance.now() - startedMs).toBeLessThan(2000);
  });

  it('says what is wrong with a file', async () => {
    await expect(openSqlite(`sqlite:${join(folder, 'absent.db')}`)).rejects.toThrow(
      /absent\.db .* cannot be read: ENOENT/,
    );
    writeFileSync(join(folder, 'text.db'), 'no database at all');
    await expect(openSqlite(`sqlite:${join(folder, 'text.db')}`)).rejects.toThrow(/it is no SQLite database/);
    expect(readdirSync(folder)).not.toContain('absent.db');
  });
});
