/** Receivers that lost200 starts, and that do not do what they should. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programOf, sightOf } from './bundled-receiver.ts';
import { readHistory } from './history-file.ts';
import { freshFolder, lost200, reportOf } from './lost200.ts';
import { expectRefusal } from './refusals.ts';

const RECEIVER = `exec "${process.execPath}" "${programOf('build/test/e2e/exec-receiver.js')}"`;

it('says that one never became ready', async () => {
  const cwd = freshFolder();
  const command = `exec "${process.execPath}" -e "console.log('warming up'); setInterval(() => {}, 1000)"`;
  const exec = { command, ready: { timeout: '700ms' }, stopTimeout: '500ms' };
  writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify({ exec }));
  await expectRefusal(
    ['run'],
    {
      exit: 69,
      code: 'LOST200_E_NOT_READY',
      says: /was not ready within 700 ms[\s\S]*warming up/,
      remedy: /port in the variable PORT.*exec\.ready\.timeout/,
    },
    { cwd },
  );
});

it('shows the last words of one that ends at once', async () => {
  const command = `exec "${process.execPath}" -e "console.error('no such database'); process.exit(3)"`;
  await expectRefusal(['run', '--exec', command], {
    exit: 69,
    code: 'LOST200_E_NOT_READY',
    says: /ended with exit code 3 before it was ready[\s\S]*no such database/,
    remedy: /Run the command by hand first/,
  });
});

it('says that a command does not exist', async () => {
  await expectRefusal(['run', '--exec', './no-such-receiver --port 1'], {
    exit: 69,
    code: 'LOST200_E_NOT_READY',
    says: /no-such-receiver[\s\S]*before it was ready[\s\S]*not found/,
    remedy: /Run the command by hand first/,
  });
});

it('accuses one that dies in the middle of just that, and still writes the report', async () => {
  const cwd = freshFolder();
  const ended = await lost200(
    ['run', '--exec', RECEIVER, ...sightOf('http://127.0.0.1:{port}'), '--seed', 'e2e', '--json'],
    { cwd, env: { DIE_AFTER: '60' } },
  );
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: '' });
  const report = reportOf(ended);
  const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
  const failures = verdicts.filter((verdict) => verdict.outcome === 'fail');
  expect(new Set(failures.map((verdict) => verdict.invariant))).toEqual(new Set(['still-alive']));
  expect(failures[0]?.violations[0]).toMatchObject({
    key: 'exited',
    actual: expect.stringContaining('7') as string,
  });
  expect(verdicts.filter((verdict) => verdict.outcome === 'unknown').length).toBeGreaterThan(0);
  expect(report.notices.map((notice) => notice.sentence.text).join()).toMatch(
    /exit code 7[\s\S]*out of luck/,
  );

  const folder = join(cwd, report.run.folder);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(report);
  expect(readFileSync(join(folder, 'receiver.log'), 'utf8')).toMatch(/listening[\s\S]*out of luck/);
  expect(existsSync(join(folder, 'junit.xml'))).toBe(true);
  const { entries } = readHistory(report, cwd);
  expect(entries.some((entry) => entry.kind === 'receiver-exited')).toBe(true);
});

it('passes one that behaves, and stops everything that it started', async () => {
  const config = {
    exec: { command: RECEIVER, ready: '/ready', stopTimeout: '300ms' },
    only: 'baseline/calm',
  };
  const cwd = freshFolder();
  writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify(config));
  const ended = await lost200(['run', ...sightOf('http://127.0.0.1:{port}'), '--json'], {
    cwd,
    env: { FAMILY: '1' },
  });
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  expect(reportOf(ended).receiver.capabilities).toContain('logs');
});
