/** The tables observer on a real MariaDB. */
import mysql from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createObservers } from '../../harness/observers/index.ts';
import type { Observer } from '../../harness/observers/observer.ts';
import { openMysql } from '../../harness/observers/tables/mysql.ts';
import { freshMariadb } from './mariadb.ts';

const database = await freshMariadb('tables');
const never = new AbortController().signal;
const one = { objectId: 'obj_AAAAAAAAAAAAAAAA', eventIds: ['msg_A1', 'msg_A2'], fixed: {} };
const uuid = { ...one, objectId: '0f8fad5b-d9cb-469f-a165-70867728950e', eventIds: ['msg_U1'] };

describe.skipIf('missing' in database)('tables of MariaDB', () => {
  const url = 'url' in database ? database.url : '';
  let writer: mysql.Connection;
  const opened: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    writer = await mysql.createConnection({ uri: url, multipleStatements: true });
  });
  afterAll(() => writer.end());
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    const name = new URL(url).pathname.slice(1);
    await writer.query(
      `ROLLBACK; DROP DATABASE IF EXISTS ${name}_2; DROP DATABASE ${name}; CREATE DATABASE ${name} CHARACTER SET utf8mb4; USE ${name}`,
    );
  });

  async function observing(schemas?: readonly string[]): Promise<Required<Pick<Observer, 'readEffects'>>> {
    const tables = { database: url, judge: [], ignore: [], mask: [], ...(schemas && { schemas }) };
    const [observer] = await createObservers({ tables }, { namespace: 'ns' });
    if (observer === undefined) throw new Error('no observer');
    opened.push(observer);
    return observer as never;
  }
  const placesOf = async (
    observer: Required<Pick<Observer, 'readEffects'>>,
    subject: typeof one = one,
  ): Promise<readonly string[]> =>
    (await observer.readEffects(subject, never))
      .map(({ kind, eventId }) => `${kind} ${eventId ?? ''}`.trim())
      .sort();

  it('finds ids in whatever a column is, follows keys, and sees what goes', async () => {
    await writer.query(`CREATE TABLE payments (id VARCHAR(40) PRIMARY KEY, status ENUM('pending', 'paid'));
      CREATE TABLE zoo (n INT AUTO_INCREMENT PRIMARY KEY, j JSON, b LONGBLOB, f BINARY(20), g GEOMETRY, i BIT(9), big BIGINT UNSIGNED,
        d DECIMAL(30, 5), t LONGTEXT, v INT AS (7) VIRTUAL, \`odd \`\`name\`\` ü\` TEXT);
      CREATE TABLE \`a.b\` (id INT AUTO_INCREMENT PRIMARY KEY, payment VARCHAR(40), FOREIGN KEY (payment) REFERENCES payments (id));
      CREATE VIEW seen AS SELECT * FROM payments;
      CREATE TABLE uuids (id BINARY(16))`);
    const observer = await observing();
    expect(await placesOf(observer)).toEqual([]);
    await writer.query(`INSERT INTO payments VALUES ('${one.objectId}', 'pending');
      INSERT INTO zoo (j) VALUES ('{"data": {"id": "msg_A1"}}');
      INSERT INTO zoo (b, i, g) VALUES (CONCAT(REPEAT(x'00ff', 100), 'msg_A1'), b'101', ST_GeomFromText('POINT(1 2)'));
      INSERT INTO zoo (f) VALUES ('msg_A1');
      INSERT INTO zoo (t, big, d) VALUES (CONCAT('msg_A2 ', REPEAT('x', 3000000)), 18446744073709551615, 1.5);
      INSERT INTO zoo (\`odd \`\`name\`\` ü\`) VALUES ('key:msg_A2');
      INSERT INTO zoo (t) VALUES ('msg_A12');
      INSERT INTO \`a.b\` (payment) VALUES ('${one.objectId}'), (NULL);
      INSERT INTO uuids VALUES (x'${uuid.objectId.replaceAll('-', '')}')`);
    expect(await placesOf(observer)).toEqual([
      '"a.b"',
      'payments',
      'zoo msg_A1',
      'zoo msg_A1',
      'zoo msg_A1',
      'zoo msg_A2',
      'zoo msg_A2',
    ]);
    expect(await placesOf(observer, uuid)).toEqual(['uuids']);
    const rows = (await observer.readEffects(one, never)).map(({ row }) => row);
    expect(rows.find((row) => row?.['big'] !== null && row?.['n'] === '4')).toMatchObject({
      big: '18446744073709551615',
      d: '1.50000',
      v: '7',
    });
    await writer.query(
      "DELETE FROM zoo WHERE n < 4; UPDATE payments SET status = 'paid'; CREATE TABLE late (id TEXT)",
    );
    await writer.query("INSERT INTO late VALUES ('msg_A1'), ('msg_A1')");
    expect(await placesOf(observer)).toEqual([
      '"a.b"',
      'late msg_A1',
      'late msg_A1',
      'payments',
      'zoo msg_A2',
      'zoo msg_A2',
    ]);
  });

  it('reads no foreign row of a large table with a counter, and leaves a large one without one unread', async () => {
    await writer.query(`CREATE TABLE payments (n INT AUTO_INCREMENT PRIMARY KEY, id TEXT); CREATE TABLE keyless (id INT PRIMARY KEY);
      INSERT INTO payments (id) SELECT CONCAT('foreign_', seq) FROM seq_1_to_200000; INSERT INTO keyless SELECT seq FROM seq_1_to_60000`);
    const driver = await openMysql(url, undefined);
    opened.push(driver);
    await writer.query('INSERT INTO payments (id) VALUES (?)', [one.objectId]);
    const startedMs = performance.now();
    expect(await driver.read()).toMatchObject([
      { kind: 'unread', problem: 'it has more than 50000 rows' },
      { kind: 'rows', rows: [{ cells: { id: one.objectId } }] },
    ]);
    expect(performance.now() - startedMs).toBeLessThan(2000);
  });

  it('is not stopped by a table that is locked, and writes nothing', async () => {
    await writer.query('CREATE TABLE payments (id TEXT); CREATE TABLE vault (id TEXT)');
    const driver = await openMysql(url, undefined);
    opened.push(driver);
    await writer.query('INSERT INTO payments VALUES (?)', [one.objectId]);
    await writer.query('LOCK TABLES vault WRITE');
    try {
      expect(await driver.read()).toMatchObject([
        { kind: 'rows', rows: [{ cells: { id: one.objectId } }] },
        { kind: 'unread', problem: expect.stringMatching(/[Ll]ock wait timeout/) as string },
      ]);
    } finally {
      await writer.query('UNLOCK TABLES');
    }
    expect(await driver.read()).toMatchObject([{ kind: 'rows' }, { kind: 'rows', rows: [] }]);
  });

  it('looks at other databases of the server only when they are named', async () => {
    const name = new URL(url).pathname.slice(1);
    await writer.query(
      `CREATE DATABASE ${name}_2; CREATE TABLE ${name}_2.ledger (id TEXT); CREATE TABLE payments (id TEXT)`,
    );
    const [plain, named] = [await observing(), await observing([name, `${name}_2`])];
    await writer.query(
      `INSERT INTO payments VALUES ('msg_A1'); INSERT INTO ${name}_2.ledger VALUES ('msg_A1')`,
    );
    expect(await placesOf(plain)).toEqual(['payments msg_A1']);
    expect(await placesOf(named)).toEqual([`${name}_2.ledger msg_A1`, 'payments msg_A1']);
  });

  it('says what is wrong with a database, and connects anew after a connection broke', async () => {
    const nowhere = new URL(url);
    nowhere.pathname = '/no_such_database';
    await expect(openMysql(nowhere.href, undefined)).rejects.toThrow(
      /no_such_database \(observe\.tables\) cannot be read: Unknown database/,
    );
    const driver = await openMysql(url, undefined);
    opened.push(driver);
    await writer.query('CREATE TABLE payments (id TEXT)');
    const [ids] = await writer.query(
      "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() AND COMMAND = 'Sleep' ORDER BY ID DESC",
    );
    for (const { id } of ids as { id: number }[]) await writer.query(`KILL ${id}`).catch(() => undefined);
    await driver.read().catch(() => undefined);
    expect(await driver.read()).toMatchObject([{ kind: 'rows', table: { kind: 'payments' } }]);
  });
});
