/** The tables observer on a real PostgreSQL: whatever lies in the database, it reads its own rows and breaks nothing. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SeenEffect } from '../../simulator/history.ts';
import { createObservers } from '../../harness/observers/index.ts';
import type { Observer, Sample } from '../../harness/observers/observer.ts';
import { openPostgres } from '../../harness/observers/tables/postgres.ts';
import { freshDatabase } from './postgres.ts';

const database = await freshDatabase('tables');
const never = new AbortController().signal;
const one = { objectId: 'obj_AAAAAAAAAAAAAAAA', eventIds: ['msg_A1', 'msg_A2'], fixed: {} };
const other = { objectId: 'obj_BBBBBBBBBBBBBBBB', eventIds: ['msg_B1'], fixed: {} };
const uuid = {
  objectId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  eventIds: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  fixed: {},
};

describe.skipIf('missing' in database)('tables of PostgreSQL', () => {
  const url = 'url' in database ? database.url : '';
  let client: pg.Client;
  const opened: Observer[] = [];

  beforeAll(async () => {
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(() => client.end());
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((observer) => observer.close()));
    await client.query(
      'DROP SCHEMA IF EXISTS public, billing, "Odd.Schema" CASCADE; CREATE SCHEMA public; SET search_path TO public',
    );
  });

  async function observing(
    more: Partial<{
      judge: string[];
      ignore: string[];
      schemas: string[];
      state: string;
      mask: string[];
    }> = {},
  ): Promise<Required<Pick<Observer, 'readEffects' | 'readState' | 'learn' | 'refresh'>>> {
    const tables = { database: url, judge: [], ignore: [], mask: [], ...more };
    const [observer] = await createObservers({ tables }, { namespace: 'ns' });
    if (observer === undefined) throw new Error('no observer');
    opened.push(observer);
    return observer as never;
  }

  async function placesOf(
    observer: Pick<Observer, 'readEffects'>,
    subject: typeof one = one,
  ): Promise<readonly string[]> {
    const effects = (await observer.readEffects?.(subject, never)) ?? [];
    return effects.map(({ kind, eventId }) => (eventId === undefined ? kind : `${kind} ${eventId}`)).sort();
  }

  it('reads its own rows only, quickly, among 200,000 that were there and others that come', async () => {
    await client.query(`CREATE TABLE payments (id text PRIMARY KEY, status text);
      INSERT INTO payments SELECT 'foreign_' || n, 'paid' FROM generate_series(1, 200000) AS n`);
    const driver = await openPostgres(url, undefined);
    try {
      const startedMs = performance.now();
      expect(await driver.read()).toMatchObject([{ kind: 'rows', rows: [] }]);
      const firstMs = performance.now() - startedMs;
      await client.query('INSERT INTO payments VALUES ($1, $2)', [one.objectId, 'pending']);
      await client.query("UPDATE payments SET status = 'refunded' WHERE id = 'foreign_7'");
      const againMs = performance.now();
      const [read] = await driver.read();
      expect(read).toMatchObject({
        rows: [
          { cells: { id: one.objectId, status: 'pending' } },
          { cells: { id: 'foreign_7', status: 'refunded' } },
        ],
      });
      const secondMs = performance.now() - againMs;
      expect({ firstMs, secondMs }).toEqual({ firstMs: lessThan(2000), secondMs: lessThan(2000) });
    } finally {
      await driver.close();
    }
  });

  it('keeps up with rows that come, change, get another key and go', async () => {
    await client.query(
      'CREATE TABLE inbox (id serial PRIMARY KEY, event text, done bool); CREATE TABLE bare (event text)',
    );
    const observer = await observing();
    expect(await placesOf(observer)).toEqual([]);
    await client.query(
      "INSERT INTO inbox (event) VALUES ('msg_A1'), ('msg_A2'); INSERT INTO bare VALUES ('msg_A1'), ('msg_A1')",
    );
    expect(await placesOf(observer)).toEqual(['bare msg_A1', 'bare msg_A1', 'inbox msg_A1', 'inbox msg_A2']);
    await client.query(
      "UPDATE inbox SET done = true WHERE id = 1; UPDATE inbox SET id = 9 WHERE id = 2; UPDATE bare SET event = 'msg_A2'",
    );
    expect(await placesOf(observer)).toEqual(['bare msg_A2', 'bare msg_A2', 'inbox msg_A1', 'inbox msg_A2']);
    await client.query('DELETE FROM inbox WHERE id = 1; DELETE FROM bare');
    expect(await placesOf(observer)).toEqual(['inbox msg_A2']);
    await client.query("TRUNCATE inbox; INSERT INTO inbox (event) VALUES ('msg_A1')");
    observer.refresh();
    expect(await placesOf(observer)).toEqual(['inbox msg_A1']);
  });

  it('finds ids in whatever a column is, and cuts what is huge', async () => {
    await client.query(`CREATE TYPE mood AS ENUM ('msg_A1');
      CREATE DOMAIN bytes AS bytea;
      CREATE TABLE zoo (id serial PRIMARY KEY, a jsonb, b text[], c bytea, d mood, e xml, f bytes, g text, h numeric,
        i int GENERATED ALWAYS AS (7) STORED, "j""k.l" varchar, "Größe 💥" text, __proto__ text)`);
    const observer = await observing();
    await client.query(`INSERT INTO zoo (a) VALUES ('{"data": [{"id": "msg_A1"}]}');
      INSERT INTO zoo (b) VALUES ('{x,msg_A1}');
      INSERT INTO zoo (c) VALUES ('{"id":"msg_A1"}');
      INSERT INTO zoo (f) VALUES ('\\x00ff' || repeat('\\377', 100)::bytea || 'msg_A1'::bytea);
      INSERT INTO zoo (d) VALUES ('msg_A1');
      INSERT INTO zoo (e) VALUES ('<event id="msg_A1"/>');
      INSERT INTO zoo (g) VALUES ('ledger:msg_A1:' || repeat('x', 3000000));
      INSERT INTO zoo (g) VALUES (repeat('x', 3000000) || ' msg_A1');
      INSERT INTO zoo (g) VALUES ('msg_A12'), ('xmsg_A1'), ('key_msg_A1-7');
      INSERT INTO zoo ("j""k.l") VALUES ('msg_A1');
      INSERT INTO zoo ("Größe 💥", h) VALUES ('msg_A1', 12345678901234567890.5);
      INSERT INTO zoo (__proto__) VALUES ('msg_A1')`);
    const effects = await observer.readEffects(one, never);
    expect(effects.map(({ row }) => row?.['id'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '11',
      '12',
      '13',
      '14',
    ]);
    expect(effects.every(({ eventId }) => eventId === 'msg_A1')).toBe(true);
    const cells = effects.flatMap(({ row }) => Object.values(row ?? {}));
    expect(Math.max(...cells.map((cell) => cell?.length ?? 0))).toBeLessThanOrEqual(2048);
    expect(effects.find(({ row }) => row?.['id'] === '13')?.row).toMatchObject({
      h: '12345678901234567890.5',
      'Größe 💥': 'msg_A1',
      i: '7',
    });
  });

  it('knows uuids however they are stored', async () => {
    await client.query('CREATE TABLE a (id uuid); CREATE TABLE b (id text); CREATE TABLE c (id bytea)');
    const observer = await observing();
    await client.query(`INSERT INTO a VALUES ('${uuid.objectId}');
      INSERT INTO b VALUES ('${uuid.objectId.toUpperCase().replaceAll('-', '')}');
      INSERT INTO c VALUES ('\\x${uuid.objectId.replaceAll('-', '')}')`);
    expect(await placesOf(observer, uuid)).toEqual(['a', 'b', 'c']);
  });

  it('looks at tables of every schema, partitioned and inherited ones once, and at no view', async () => {
    await client.query(`CREATE SCHEMA billing; CREATE SCHEMA "Odd.Schema";
      CREATE TABLE "a ""table"".x" (id text);
      CREATE TABLE billing.payments (id text);
      CREATE TABLE "Odd.Schema"."T 💥" (id text);
      CREATE TABLE parts (id text, n int) PARTITION BY RANGE (n);
      CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (10);
      CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (10) TO (20);
      CREATE TABLE parent (id text); CREATE TABLE child (extra int) INHERITS (parent);
      CREATE VIEW seen AS SELECT * FROM parts;
      CREATE MATERIALIZED VIEW stored AS SELECT * FROM parts;
      CREATE TEMPORARY TABLE mine (id text);
      CREATE UNLOGGED TABLE unlogged (id text)`);
    const observer = await observing();
    for (const table of [
      '"a ""table"".x"',
      'billing.payments',
      '"Odd.Schema"."T 💥"',
      'child',
      'unlogged',
      'mine',
    ])
      await client.query(`INSERT INTO ${table} (id) VALUES ($1)`, [one.objectId]);
    await client.query('INSERT INTO parts VALUES ($1, 1), ($1, 11)', [one.objectId]);
    await client.query('REFRESH MATERIALIZED VIEW stored; CREATE TABLE late (id text)');
    await client.query('INSERT INTO late VALUES ($1)', [one.objectId]);
    const expected = [
      '"Odd.Schema".T 💥',
      '"a ""table"".x"',
      'billing.payments',
      'child',
      'late',
      'parts',
      'parts',
      'unlogged',
    ];
    expect(await placesOf(observer)).toEqual(expected);
    await client.query(
      'ALTER TABLE late RENAME COLUMN id TO object; ALTER TABLE parts ADD COLUMN more text; DROP TABLE child',
    );
    await placesOf(observer);
    expect(await placesOf(observer)).toEqual(expected.filter((kind) => kind !== 'child'));
    expect(await placesOf(await observing({ schemas: ['billing'] }))).toEqual([]);
  });

  it('follows declared keys from the object, and counts a row of two objects for neither', async () => {
    await client.query(`CREATE TABLE shops (id serial PRIMARY KEY, last_event text);
      CREATE TABLE payments (id serial PRIMARY KEY, reference text, shop int REFERENCES shops);
      CREATE TABLE "lines" (a int, b int, payment int REFERENCES payments, PRIMARY KEY (a, b));
      CREATE TABLE notes (la int, lb int, FOREIGN KEY (la, lb) REFERENCES "lines");
      CREATE TABLE tills (shop int REFERENCES shops);
      CREATE TABLE batches (ids text)`);
    const observer = await observing();
    await client.query(`INSERT INTO shops VALUES (1, 'msg_A1');
      INSERT INTO payments VALUES (1, '${one.objectId}', 1), (2, '${other.objectId}', 1);
      INSERT INTO "lines" VALUES (1, 1, 1), (1, 2, 2), (1, 3, NULL);
      INSERT INTO notes VALUES (1, 1), (1, 2), (1, NULL);
      INSERT INTO tills VALUES (1);
      INSERT INTO batches VALUES ('${one.objectId} ${other.objectId}')`);
    const [seen, also] = await Promise.all([placesOf(observer), placesOf(observer, other)]);
    expect(seen).toEqual(['lines', 'notes', 'payments', 'shops msg_A1']);
    expect(also).toEqual(['lines', 'notes', 'payments']);
    const learned = observer.learn([]);
    expect(learned.notes.map(({ code }) => code)).toContain('no-table-judged');
  });

  it('counts rows that are marked as deleted only where no other row is left', async () => {
    await client.query(
      'CREATE TABLE ledger (id text, event text, deleted_at timestamptz); CREATE TABLE payments (id text, is_deleted bool)',
    );
    const observer = await observing();
    await client.query(`INSERT INTO payments VALUES ('${one.objectId}', true);
      INSERT INTO ledger VALUES ('${one.objectId}', 'msg_A1', now()), ('${one.objectId}', 'msg_A1', NULL)`);
    expect(await placesOf(observer)).toEqual(['ledger msg_A1', 'payments']);
    await client.query(
      `INSERT INTO payments VALUES ('${one.objectId}', false); UPDATE ledger SET deleted_at = now()`,
    );
    expect(await placesOf(observer)).toEqual(['ledger msg_A1', 'ledger msg_A1', 'payments']);
  });

  it('is not stopped by a table that is locked, and says so where that hides something', async () => {
    await client.query(
      'CREATE TABLE payments (id text, status text); CREATE TABLE vault (id text); CREATE TABLE other (id text)',
    );
    const observer = await observing();
    const locker = new pg.Client({ connectionString: url });
    await locker.connect();
    try {
      await locker.query('BEGIN; LOCK TABLE vault IN ACCESS EXCLUSIVE MODE');
      await client.query('INSERT INTO payments VALUES ($1, $2)', [one.objectId, 'pending']);
      expect(await placesOf(observer)).toEqual(['payments']);
      const learned = observer.learn([sampleOf(await observer.readEffects(one, never))]);
      expect(learned.notes.map(({ text }) => text).join('\n')).toMatch(
        /vault \(cannot be read: .*lock timeout/,
      );
      expect(await placesOf(observer)).toEqual(['payments']);
      await locker.query('ROLLBACK; BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE');
      await expect(placesOf(observer)).rejects.toThrow(/^The table payments cannot be read: .*lock timeout/);
      await locker.query('ROLLBACK');
      expect(await placesOf(observer)).toEqual(['payments']);
    } finally {
      await locker.end();
    }
  });

  it('lives on when the server ends its connection in the middle of a read', async () => {
    await client.query('CREATE TABLE payments (id text, status text)');
    const observer = await observing();
    await client.query('INSERT INTO payments VALUES ($1, $2)', [one.objectId, 'pending']);
    const locker = new pg.Client({ connectionString: url });
    await locker.connect();
    try {
      await locker.query('BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE');
      const failed = expect(placesOf(observer)).rejects.toThrow(/terminat/);
      for (let ended = 0; ended === 0;) {
        const { rowCount } = await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'lost200' AND wait_event_type = 'Lock'`,
        );
        ended = rowCount ?? 0;
      }
      await failed;
      await locker.query('ROLLBACK');
      expect(await placesOf(observer)).toEqual(['payments']);
    } finally {
      await locker.end();
    }
  });

  it('asks for no right that it lacks, and writes nothing', async () => {
    const role = `reader_${process.pid}`;
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; CREATE TABLE payments (id text); CREATE TABLE vault (id text);
      CREATE TABLE rows (id text); ALTER TABLE rows ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON rows USING (id = '');
      GRANT USAGE ON SCHEMA public TO ${role}; GRANT SELECT ON payments, rows TO ${role}`);
    const reader = new URL(url);
    reader.username = role;
    reader.password = 'secret';
    const driver = await openPostgres(reader.href, undefined);
    try {
      await client.query('INSERT INTO payments VALUES ($1)', [one.objectId]);
      expect(await driver.read()).toMatchObject([
        { kind: 'rows', table: { kind: 'payments' }, rows: [{ cells: { id: one.objectId } }] },
        {
          kind: 'unread',
          table: { kind: 'rows' },
          problem: expect.stringMatching(/row-level security/) as string,
        },
        {
          kind: 'unread',
          table: { kind: 'vault' },
          problem: expect.stringMatching(/permission denied/) as string,
        },
      ]);
    } finally {
      await driver.close();
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('takes part in no lock that another session could feel, while another writer is at work', async () => {
    await client.query(
      'CREATE TABLE payments (id text PRIMARY KEY, n int); CREATE TABLE noise (id serial PRIMARY KEY, t text)',
    );
    const observer = await observing();
    const writer = new pg.Client({ connectionString: url, statement_timeout: 1000 });
    await writer.connect();
    const course = { isOpen: true };
    const writing = (async () => {
      for (let n = 0; course.isOpen; n += 1) {
        await writer.query('INSERT INTO noise (t) SELECT $1 FROM generate_series(1, 50)', [`noise ${n}`]);
        await writer.query('BEGIN');
        await writer.query(
          'INSERT INTO payments VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET n = excluded.n',
          [one.objectId, n],
        );
        await writer.query(n % 3 === 0 ? 'ROLLBACK' : 'COMMIT');
        if (n % 10 === 0) await writer.query('TRUNCATE noise');
      }
    })();
    try {
      let before = -1;
      for (let read = 0; read < 40; read += 1) {
        const [effect] = await observer.readEffects(one, never);
        if (effect === undefined) continue;
        const now = Number(effect.row?.['n']);
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
      }
      expect(before).toBeGreaterThan(0);
    } finally {
      course.isOpen = false;
      await writing;
      await writer.end();
    }
  });

  it('leaves a table with too many changed rows unread, not the others', async () => {
    await client.query('CREATE TABLE flood (n int); CREATE TABLE payments (id text)');
    const driver = await openPostgres(url, undefined);
    try {
      await client.query('INSERT INTO flood SELECT generate_series(1, 50001)');
      await client.query('INSERT INTO payments VALUES ($1)', [one.objectId]);
      expect(await driver.read()).toMatchObject([
        { kind: 'unread', problem: 'more than 50000 rows changed' },
        { kind: 'rows', rows: [{ cells: { id: one.objectId } }] },
      ]);
      await client.query(
        'DROP TABLE flood; CREATE TABLE wide (t text); INSERT INTO wide SELECT repeat($$x$$, 65536) FROM generate_series(1, 1100)',
      );
      const read = (await driver.read()).find(({ table }) => table.kind === 'wide');
      // A slow machine does not get that far within the statement timeout.
      const problem = /^its changed rows are larger than 64 MiB together$|statement timeout/;
      expect(read).toMatchObject({ kind: 'unread', problem: expect.stringMatching(problem) as string });
    } finally {
      await driver.close();
    }
  });

  it('learns, then tells the state', async () => {
    await client.query('CREATE TABLE payments (id text PRIMARY KEY, status text)');
    const observer = await observing();
    const samples: Sample[] = [sampleOf([])];
    for (const [index, status] of ['pending', 'paid'].entries()) {
      await client.query(
        'INSERT INTO payments VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET status = excluded.status',
        [one.objectId, status.toUpperCase()],
      );
      expect(await observer.readState(one, never)).toBeNull();
      samples.push(sampleOf(await observer.readEffects(one, never), ['pending', 'paid'].slice(0, index + 1)));
    }
    observer.learn(samples);
    expect(await observer.readState(one, never)).toBe('paid');
    expect(await observer.readState(other, never)).toBeNull();
  });
});

function lessThan(limit: number): number {
  return { asymmetricMatch: (value: number) => value < limit, toString: () => `less than ${limit}` } as never;
}

function sampleOf(effects: readonly SeenEffect[], facts: readonly string[] = ['pending']): Sample {
  return {
    objectId: one.objectId,
    repeats: 0,
    effects,
    facts:
      effects.length === 0
        ? []
        : facts.map((fact, index) => ({
            fact,
            eventId: one.eventIds[index] ?? '',
            type: `payment.${fact}`,
            status: fact,
            payload: { id: one.objectId, status: fact, amount: 100 },
          })),
  };
}
