/** Ctrl-C: the report of what was done, and nothing left of what was started. */
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunReport } from '../../reports/run-report.ts';
import { catalogue } from '../../scenarios/catalogue.ts';
import { programOf, sightOf } from './bundled-receiver.ts';
import { readHistory } from './history-file.ts';
import { freshFolder, processesWith, reportOf, start } from './lost200.ts';
import { startStub } from './stub-receiver.ts';

const RECEIVER = `"${process.execPath}" "${programOf('build/test/e2e/exec-receiver.js')}"`;
const HALF_WAY = 60;

it('writes what was done so far', async () => {
  const cwd = freshFolder();
  let webhooks = 0;
  let halfWay = (): void => undefined;
  const reached = new Promise<void>((resolve) => (halfWay = resolve));
  const receiver = await startStub(({ method }) => {
    if (method !== 'POST') return undefined;
    webhooks += 1;
    if (webhooks < HALF_WAY) return undefined;
    halfWay();
    return 'never';
  });
  const run = start(['run', receiver.url, ...receiver.sight, '--seed', 'e2e', '--json'], { cwd });
  await reached;
  run.process.kill('SIGINT');
  const ended = await run.ended;

  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 130, stderr: '' });
  const report = reportOf(ended);
  expectInterrupted(report, cwd);
  expect(report.run.attempts).toBeGreaterThan(HALF_WAY / 2);
});

it('takes the whole process group of the receiver along, deaf grandchildren too', async () => {
  const cwd = freshFolder();
  const hanging = join(cwd, 'hanging');
  // The shell stays, the receiver is its child, and the receiver has a child of its own.
  const config = { exec: { command: `${RECEIVER}; echo done`, stopTimeout: '300ms' } };
  writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify(config));
  const run = start(['run', ...sightOf('http://127.0.0.1:{port}'), '--seed', 'e2e'], {
    cwd,
    env: { FAMILY: '1', HANG_AFTER: String(HALF_WAY), HANGING_FILE: hanging },
  });
  await appeared(hanging);
  if (process.platform === 'linux') expect(processesWith(run.mark).length).toBeGreaterThanOrEqual(4);
  run.process.kill('SIGINT');
  const ended = await run.ended;

  expect(ended.code).toBe(130);
  expect(ended.stderr).toMatch(/stopping/);
  expect(ended.stdout).toMatch(/INTERRUPTED: .*\nexit 130: interrupted/);
  const folder = /reports?: (\S+)/.exec(ended.stdout)?.[1];
  const path = folder === undefined ? undefined : join(cwd, folder, 'report.json');
  expect(processesWith(run.mark)).toEqual([]);
  if (path !== undefined) expect(existsSync(path)).toBe(true);
});

it('leaves at once when asked twice, and still takes everything along', async () => {
  const cwd = freshFolder();
  const hanging = join(cwd, 'hanging');
  writeFileSync(
    join(cwd, 'lost200.config.json'),
    JSON.stringify({ exec: { command: `exec ${RECEIVER}`, stopTimeout: '50s' } }),
  );
  const run = start(['run', ...sightOf('http://127.0.0.1:{port}')], {
    cwd,
    env: { DEAF: '1', FAMILY: '1', HANG_AFTER: String(HALF_WAY), HANGING_FILE: hanging },
  });
  await appeared(hanging);
  run.process.kill('SIGINT');
  await said(run.process.stderr, /once more to leave at once/);
  run.process.kill('SIGINT');
  expect((await run.ended).code).toBe(130);
});

function expectInterrupted(report: RunReport, cwd: string): void {
  expect(report.summary).toMatchObject({ outcome: 'interrupted', exitCode: 130, fail: 0 });
  expect(report.scenarios).toHaveLength(catalogue.length);
  const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
  const reasons = new Set(
    verdicts.filter((verdict) => verdict.outcome === 'unknown').map((verdict) => verdict.because.code),
  );
  expect([...reasons].sort()).toEqual(['interrupted', 'not-played']);
  expect(JSON.parse(readFileSync(join(cwd, report.run.folder, 'report.json'), 'utf8'))).toEqual(report);
  const { entries } = readHistory(report, cwd);
  expect(entries.filter((entry) => entry.kind === 'interrupted').length).toBeGreaterThan(0);
}

/** Resolves when the file is there. */
async function appeared(path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const watcher = watch(join(path, '..'), () => {
      if (!existsSync(path)) return;
      clearTimeout(limit);
      watcher.close();
      resolve();
    });
    const limit = setTimeout(() => {
      watcher.close();
      reject(new Error(`${path} did not appear`));
    }, 15_000);
  });
}

/** Resolves when the stream has said it. */
async function said(stream: NodeJS.ReadableStream | null, what: RegExp): Promise<void> {
  let text = '';
  await new Promise<void>((resolve) => {
    stream?.on('data', (chunk: string) => {
      text += chunk;
      if (what.test(text)) resolve();
    });
  });
}
