/** The URL of the receiver's database and nothing else: no route, no query, no lifecycle, no config. */
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../systems/postgres.ts';
import { programOf } from './bundled-receiver.ts';
import { freshFolder, lost200, outcomesOf, reportOf, type Ended } from './lost200.ts';

const LIMIT_MS = 90_000;
const database = await freshDatabase('e2e_zero_help');
const elsewhere = await freshDatabase('e2e_zero_help_elsewhere');

describe.skipIf('missing' in database)('lost200 run --exec … --db …', { timeout: LIMIT_MS }, () => {
  const databaseUrl = 'url' in database ? database.url : '';
  const emptyUrl = 'url' in elsewhere ? elsewhere.url : '';

  function runWith(work: string, url: string, scenarios: readonly string[]): Promise<Ended> {
    const exec = `exec "${process.execPath}" "${programOf('build/test/e2e/seen-everywhere.js')}"`;
    const options = ['--seed', 'help', '--repeat', '0', '--settle', '1s', '--json'];
    return lost200(['run', '--exec', exec, '--db', url, ...scenarios, ...options], {
      cwd: freshFolder(),
      env: { DATABASE_URL: databaseUrl, WORK: work },
    });
  }

  it('passes the right one, and says which tables it judged and which not, and why', async () => {
    const ended = await runWith('once', databaseUrl, ['duplicates/sequential', 'order/reversed']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const report = reportOf(ended);
    const outcomes = outcomesOf(report);
    for (const invariant of ['single-effect', 'no-loss', 'confluence'])
      expect(outcomes[`duplicates/sequential#${invariant}`]).toBe('pass');
    for (const invariant of ['no-regression', 'final-state'])
      expect(outcomes[`order/reversed#${invariant}`]).toBe('pass');
    const notes = report.notices.map((notice) => notice.sentence.text).join('\n');
    expect(notes).toMatch(/judged.*shop_effects/i);
    expect(notes).toMatch(/shop_webhooks/);
  });

  it('fails the one that works at every delivery: the doubled row with its table, key and values; the stale column', async () => {
    const ended = await runWith('always', databaseUrl, ['duplicates/sequential', 'order/reversed']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: '' });
    const report = reportOf(ended);
    const verdict = (id: string) =>
      report.scenarios.flatMap((scenario) => scenario.verdicts).find((one) => one.case === id);
    const doubled = verdict('duplicates/sequential#single-effect');
    expect(doubled?.violations[0]?.key).toBe('doubled:shop_effects');
    const evidence = new Set(doubled?.violations[0]?.evidence);
    const rows = report.scenarios
      .flatMap((scenario) => scenario.entries ?? [])
      .flatMap((entry) => (entry.kind === 'effects' && evidence.has(entry.index) ? entry.effects : []));
    const ledger = rows.filter((row) => row.kind === 'shop_effects').map((row) => row.row);
    expect(ledger.length).toBeGreaterThan(1);
    expect(ledger[0]).toMatchObject({
      kind: 'ledger',
      object_id: expect.stringMatching(/^\{o\d+\}$/) as string,
    });
    expect(verdict('order/reversed#final-state')?.outcome).toBe('fail');
    expect(verdict('order/reversed#no-regression')?.outcome).toBe('fail');
  });

  it('says unknown, and what to look at, when it looks at another database', async () => {
    const ended = await runWith('always', emptyUrl, ['duplicates/sequential', 'order/reversed']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 2, stderr: '' });
    const verdicts = reportOf(ended).scenarios.flatMap((scenario) => scenario.verdicts);
    const needSight = ['single-effect', 'no-loss', 'no-regression', 'final-state', 'confluence'];
    for (const verdict of verdicts.filter((one) => needSight.includes(one.invariant)))
      expect(['unknown', 'skipped']).toContain(verdict.outcome);
    const unknown = verdicts.find((one) => one.case === 'duplicates/sequential#single-effect');
    expect(unknown?.outcome).toBe('unknown');
    expect(unknown?.remedy?.text).toMatch(/the database/);
  });

  it('cannot begin without the database', async () => {
    const wrong = new URL(databaseUrl);
    wrong.pathname = '/nowhere';
    const ended = await runWith('once', wrong.href, ['baseline/calm']);
    expect(ended.code).toBe(69);
    expect(JSON.parse(ended.stderr)).toMatchObject({ code: 'LOST200_E_DATABASE' });
    expect(ended.stderr).not.toContain(wrong.password);
  });
});
