/** Seen by nothing but the calls that it makes: no database, no route, no lifecycle. */
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../reports/run-report.ts';
import type { TakenEvent } from './ledger.ts';
import { freePort, programOf } from './bundled-receiver.ts';
import { freshFolder, lost200, outcomesOf, reportOf } from './lost200.ts';
import { expectRefusal } from './refusals.ts';
import { startStub } from './stub-receiver.ts';

const CALLER = `exec "${process.execPath}" "${programOf('build/test/e2e/caller.js')}"`;
const OUTGOING = 'outgoing/*';

async function play(
  env: Readonly<Record<string, string>>,
  sink: object,
  only: readonly string[],
  exit: number,
): Promise<RunReport> {
  const cwd = freshFolder();
  const config = {
    exec: { command: CALLER, env },
    sink,
    only,
    repeat: 0,
    settle: { timeout: '3s' },
    seed: 'sink',
  };
  writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify(config));
  const ended = await lost200(['run', '--json'], { cwd });
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: exit, stderr: '' });
  return reportOf(ended);
}

const failuresOf = (report: RunReport): readonly string[] =>
  report.scenarios.flatMap((scenario) =>
    scenario.verdicts
      .filter((verdict) => verdict.outcome === 'fail')
      .map((verdict) => `${verdict.case} ${verdict.requirement} ${verdict.violations[0]?.key ?? ''}`),
  );
const textOf = (report: RunReport): string => report.notices.map((notice) => notice.sentence.text).join('\n');

/** True when nothing listens there any more. */
function isClosed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}

describe('the sink', { timeout: 90_000 }, () => {
  it('sees the doubled calls of a receiver that remembers too late', async () => {
    const report = await play({ MEMORY: 'event' }, { env: 'LEDGER_URL=/v1' }, ['duplicates/*'], 1);
    expect(report.receiver.capabilities).toContain('sink');
    const failures = failuresOf(report);
    expect(failures).toContain('duplicates/concurrent#single-effect must doubled:POST /v1/entries/{id}');
    expect(outcomesOf(report)).toMatchObject({
      'duplicates/sequential#single-effect': 'pass',
      'duplicates/sequential#no-loss': 'pass',
      'duplicates/concurrent#no-loss': 'pass',
    });
  });

  it('does not accuse a queue with idempotency keys when answers are lost, refused or slow', async () => {
    const report = await play({ KEYS: '1' }, { env: ['LEDGER_URL'] }, [OUTGOING], 2);
    expect(failuresOf(report)).toEqual([]);
    expect(outcomesOf(report)).toMatchObject({
      'outgoing/lost-answer#single-effect': 'pass',
      'outgoing/lost-answer#no-loss': 'pass',
      'outgoing/lost-answer#outgoing-has-key': 'pass',
      'outgoing/refused#single-effect': 'pass',
      'outgoing/refused#no-loss': 'pass',
      'outgoing/slow#single-effect': 'pass',
    });
  });

  it('calls it a should when a repeat after a lost answer has no key', async () => {
    const report = await play({}, { env: 'LEDGER_URL' }, [OUTGOING], 2);
    expect(failuresOf(report)).toEqual([
      'outgoing/lost-answer#outgoing-has-key should repeated-without-key:POST /entries/{id}',
    ]);
    const entries = report.scenarios.flatMap((scenario) => scenario.entries ?? []);
    expect(entries.some((entry) => entry.kind === 'called' && entry.lost === true)).toBe(true);
  });

  it('passes nothing when the variable is mistyped, and says so', async () => {
    const report = await play({ KEYS: '1' }, { env: 'LEGDER_URL' }, ['baseline/calm', OUTGOING], 2);
    const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
    const byCalls = verdicts.filter(({ invariant }) =>
      ['single-effect', 'no-loss', 'confluence', 'outgoing-has-key'].includes(invariant),
    );
    expect(byCalls.map((verdict) => verdict.outcome)).not.toContain('pass');
    expect(failuresOf(report)).toEqual([]);
    expect(outcomesOf(report)['baseline/calm#single-effect']).toBe('unknown');
    expect(textOf(report)).toContain('sink: the receiver never called it');
    expect(report.notices.map((notice) => notice.remedy?.text).join('\n')).toContain('LEGDER_URL');
  });

  it('says which variable it needs when there is no sink', async () => {
    const receiver = await startStub();
    const ended = await lost200(['run', receiver.url, 'outgoing/refused', '--json', '--seed', 'x']);
    const [verdict] = reportOf(ended).scenarios.flatMap((scenario) => scenario.verdicts);
    expect(verdict).toMatchObject({ outcome: 'skipped', because: { values: { needs: 'sink' } } });
    expect(verdict?.remedy?.text).toContain('--sink');
  });

  it('takes mail: one effect for each recipient, the same one for the same Message-ID', async () => {
    const keyed = await play(
      { VIA: 'smtp', KEYS: '1' },
      { smtp: true },
      ['baseline/calm', 'outgoing/lost-answer'],
      2,
    );
    expect(failuresOf(keyed)).toEqual([]);
    expect(outcomesOf(keyed)).toMatchObject({
      'baseline/calm#single-effect': 'pass',
      'outgoing/lost-answer#no-loss': 'pass',
      'outgoing/lost-answer#outgoing-has-key': 'pass',
    });
    const bare = await play({ VIA: 'smtp' }, { smtp: {} }, ['outgoing/lost-answer'], 2);
    expect(failuresOf(bare)).toEqual([
      'outgoing/lost-answer#outgoing-has-key should repeated-without-key:mail',
    ]);
  });

  it('is a proxy for receivers whose base URL is fixed, and opens no tunnel', async () => {
    const report = await play(
      { VIA: 'proxy', MEMORY: 'event' },
      { proxy: true },
      ['duplicates/concurrent'],
      1,
    );
    expect(failuresOf(report)).toContain(
      'duplicates/concurrent#single-effect must doubled:POST ledger.example/v1/entries',
    );
    const tunnelled = await play({ VIA: 'tunnel' }, { proxy: true }, ['baseline/calm'], 2);
    expect(textOf(tunnelled)).toMatch(/the proxy refused tunnels to ledger\.example:443 \(\d+ times\)/);
  });

  it('closes its ports', async () => {
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const sink = { env: 'LEDGER_URL', port: ports[0], smtp: { port: ports[1] }, proxy: { port: ports[2] } };
    await play({ KEYS: '1' }, sink, ['baseline/calm'], 2);
    for (const port of ports) expect(await isClosed(port)).toBe(true);
  });

  it('stands where a receiver that runs already was told that it would', async () => {
    const port = await freePort();
    const token = 'a-token-of-20-letters';
    const receiver = await startStub((request) => {
      const { id, data } = JSON.parse(request.body.toString('utf8') || '{}') as Partial<TakenEvent>;
      if (data?.status === 'paid' || data?.status === 'refunded' || data?.status === 'chargeback')
        void fetch(`http://127.0.0.1:${port}/${token}/book`, {
          method: 'POST',
          body: `${id ?? ''} ${data.id}`,
        }).catch(() => undefined);
      return undefined;
    });
    const cwd = freshFolder();
    const config = { url: receiver.url, sink: { port }, only: 'baseline/calm', seed: 'sink', repeat: 0 };
    writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify(config));
    const ended = await lost200(['run', '--json'], { cwd, env: { LOST200_SINK_TOKEN: token } });
    const report = reportOf(ended);
    expect(report.receiver.capabilities).toContain('sink');
    expect(outcomesOf(report)['baseline/calm#single-effect']).toBe('pass');
    expect(JSON.stringify(report)).not.toContain(token);
    expect(await isClosed(port)).toBe(true);
  });

  it('refuses what cannot work', async () => {
    await expectRefusal(['run', 'http://127.0.0.1:1/webhooks', '--sink', 'LEDGER_URL'], {
      exit: 64,
      code: 'LOST200_E_USAGE',
      says: /--sink names variables for a receiver that lost200 starts/,
      remedy: /--exec.*sink\.port/,
    });
  });
});
