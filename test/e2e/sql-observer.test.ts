/** One receiver seen from two places, its own routes and its own tables: every case comes out alike. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../systems/postgres.ts';
import { startBundled } from './bundled-receiver.ts';
import { freshFolder, lost200, outcomesOf, reportOf } from './lost200.ts';

const database = await freshDatabase('e2e_sql');
const SCENARIOS = ['baseline/calm', 'acks/lost-200', 'duplicates/sequential', 'order/*', 'replay/same-id'];

describe.skipIf('missing' in database)('observe.sql', { timeout: 60_000 }, () => {
  const databaseUrl = 'url' in database ? database.url : '';

  it.each([
    ['one-transaction', 'one_tx', 'message', 0],
    ['naive', 'naive', 'payment', 1],
  ])('sees what the http observer sees: %s, %s, lifecycle %s', async (file, tables, lifecycle, code) => {
    const receiver = await startBundled(`dist/examples/receivers/${file}.js`, databaseUrl);
    const cwd = freshFolder();
    const sql = {
      database: '${TEST_DATABASE}',
      state: `SELECT status FROM ${tables}_objects WHERE id = {objectId}`,
      effects: `SELECT kind, event_id, object_id FROM ${tables}_effects WHERE object_id = '{objectId}'`,
    };
    writeFileSync(join(cwd, 'sql.json'), JSON.stringify({ observe: { sql } }));
    const shared = [
      ...['run', receiver.url, ...SCENARIOS, '--lifecycle', lifecycle, '--seed', 'sql'],
      ...['--repeat', '0', '--settle', '2s', '--json'],
    ];
    const bySql = await lost200([...shared, '--config', 'sql.json'], {
      cwd,
      env: { TEST_DATABASE: databaseUrl },
    });
    const byHttp = await lost200([...shared, ...receiver.sight], { cwd });

    expect({ code: bySql.code, stderr: bySql.stderr }).toEqual({ code, stderr: '' });
    expect({ code: byHttp.code, stderr: byHttp.stderr }).toEqual({ code, stderr: '' });
    const [seenBySql, seenByHttp] = [reportOf(bySql), reportOf(byHttp)];
    expect(outcomesOf(seenBySql)).toEqual(outcomesOf(seenByHttp));
    expect(seenBySql.run.lifecycle).toBe(lifecycle);
    expect(seenBySql.receiver.capabilities).toEqual(seenByHttp.receiver.capabilities);
    const passes = Object.values(outcomesOf(seenBySql)).filter((outcome) => outcome === 'pass');
    expect(passes.length).toBeGreaterThan(20);
    expect(JSON.stringify(seenBySql)).not.toContain(new URL(databaseUrl).password);
  });

  it.each([
    ['one-transaction', 'one_tx', 0],
    ['naive', 'naive', 1],
  ])('learns words that nobody declared: %s', async (file, tables, code) => {
    const receiver = await startBundled(`dist/examples/receivers/${file}.js`, databaseUrl);
    const cwd = freshFolder();
    const sql = {
      database: '${TEST_DATABASE}',
      state: `SELECT 'Stand: ' || status FROM ${tables}_objects WHERE id = {objectId}`,
      effects: `SELECT 'Buchung' AS kind, event_id, object_id FROM ${tables}_effects WHERE object_id = {objectId}`,
    };
    writeFileSync(join(cwd, 'sql.json'), JSON.stringify({ observe: { sql } }));
    const shared = [
      'run',
      receiver.url,
      ...SCENARIOS,
      '--seed',
      'sql',
      '--repeat',
      '0',
      '--settle',
      '2s',
      '--json',
    ];
    const inItsWords = await lost200([...shared, '--config', 'sql.json'], {
      cwd,
      env: { TEST_DATABASE: databaseUrl },
    });
    const byHttp = await lost200([...shared, ...receiver.sight], { cwd });
    expect({ code: inItsWords.code, stderr: inItsWords.stderr }).toEqual({ code, stderr: '' });
    const report = reportOf(inItsWords);
    expect(report.receiver.capabilities).toContain('effects:Buchung');
    const learned = Object.entries(outcomesOf(report));
    const declared = outcomesOf(reportOf(byHttp));
    const both = learned.filter(([id]) => !id.endsWith('#confluence'));
    expect(Object.fromEntries(both)).toEqual(
      Object.fromEntries(Object.entries(declared).filter(([id]) => !id.endsWith('#confluence'))),
    );
    const compared = learned.filter(([id, outcome]) => id.endsWith('#confluence') && outcome !== 'skipped');
    expect(compared.length).toBeGreaterThan(2);
    if (code === 0) expect(compared.every(([, outcome]) => outcome === 'pass')).toBe(true);
  });

  it('says what is wrong with a query or a database, without its password', async () => {
    const receiver = await startBundled('dist/examples/receivers/one-transaction.js', databaseUrl);
    const cwd = freshFolder();
    const config = (sql: object): void =>
      writeFileSync(join(cwd, 'sql.json'), JSON.stringify({ observe: { sql } }));
    const args = [
      'run',
      receiver.url,
      'baseline/calm',
      '--config',
      'sql.json',
      '--settle',
      '300ms',
      '--json',
    ];

    config({ database: databaseUrl, state: 'SELECT stat FROM one_tx_objects WHERE id = {objectId}' });
    const wrongQuery = await lost200(args, { cwd });
    expect(wrongQuery.code).toBe(2);
    expect(reportOf(wrongQuery).notices[0]?.sentence.text).toMatch(/column "stat" does not exist/);

    const nowhere = new URL(databaseUrl);
    nowhere.pathname = '/no_such_database';
    config({ database: nowhere.href, state: 'SELECT 1 WHERE {objectId} = 1' });
    const wrongDatabase = await lost200(args, { cwd });
    expect({ code: wrongDatabase.code, stdout: wrongDatabase.stdout }).toEqual({ code: 69, stdout: '' });
    expect(JSON.parse(wrongDatabase.stderr)).toMatchObject({
      code: 'LOST200_E_DATABASE',
      message: expect.stringMatching(/no_such_database.*does not exist/) as string,
    });
    expect(wrongDatabase.stderr).not.toContain(nowhere.password);
  });
});
