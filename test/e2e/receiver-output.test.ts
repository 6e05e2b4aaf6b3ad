/** What a started receiver prints is read: the ids that should be there, and what should not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunReport, Verdict } from '../../reports/run-report.ts';
import { programOf, sightOf } from './bundled-receiver.ts';
import { readHistory } from './history-file.ts';
import { freshFolder, lost200, reportOf } from './lost200.ts';

const RECEIVER = `exec "${process.execPath}" "${programOf('build/test/e2e/exec-receiver.js')}"`;
const KEY = 'bm90IHRoZSBrZXkgdGhhdCBldmVyeWJvZHkga25vd3M=';
const SECRET = `whsec_${KEY}`;

interface Judged {
  readonly cwd: string;
  readonly report: RunReport;
  readonly clean: Verdict;
  readonly carried: Verdict;
}

async function judged(env: Readonly<Record<string, string>>): Promise<Judged> {
  const cwd = freshFolder();
  const ended = await lost200(
    [
      ...['run', '--exec', RECEIVER, 'baseline/calm', ...sightOf('http://127.0.0.1:{port}')],
      ...['--secret', SECRET, '--seed', 'output', '--repeat', '1', '--json'],
    ],
    { cwd, env },
  );
  // Both are a should: whatever they say, a receiver that does its work passes.
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  const report = reportOf(ended);
  const verdictOf = (invariant: string): Verdict => {
    const found = report.scenarios[0]?.verdicts.find((verdict) => verdict.invariant === invariant);
    if (found === undefined) throw new Error(`No verdict on ${invariant}`);
    return found;
  };
  return { cwd, report, clean: verdictOf('logs-are-clean'), carried: verdictOf('logs-carry-the-id') };
}

it.each([
  ['nothing', 'skipped', 'skipped'],
  ['ids', 'pass', 'pass'],
  ['types', 'pass', 'fail'],
  ['blocks', 'pass', 'pass'],
  ['blocks, and loses the last', 'pass', 'unknown'],
])('prints %s', async (print, clean, carried) => {
  const run = await judged({ PRINT: print });
  expect([run.clean.outcome, run.carried.outcome]).toEqual([clean, carried]);
  for (const verdict of [run.clean, run.carried]) {
    if (verdict.outcome === 'pass') expect(verdict.witnesses).toBeGreaterThan(0);
    else expect(verdict.remedy?.text).toMatch(/[Pp]rint|exit code 0/);
  }
});

it('prints whole requests: each kind of thing is named, and none of it is told again', async () => {
  const { cwd, report, clean, carried } = await judged({ PRINT: 'requests' });
  expect([clean.outcome, carried.outcome]).toEqual(['fail', 'pass']);
  expect([...new Set(clean.violations.map((violation) => violation.key))].sort()).toEqual([
    'personal-data-in-log:document',
    'personal-data-in-log:email',
    'personal-data-in-log:name',
    'personal-data-in-log:phone',
    'signature-in-log',
  ]);
  expect(report.scenarios[0]?.reproduction).toMatchObject({ reproduced: 1, of: 1 });

  const printed = readFileSync(join(cwd, report.run.folder, 'receiver.log'), 'utf8');
  const signatures = [...printed.matchAll(/"v1,([^"]+)"/g)].map((match) => match[1] ?? '');
  const addresses = printed.match(/[a-z0-9.]+@example\.com/g) ?? [];
  expect(signatures.length).toBeGreaterThan(0);
  expect(addresses.length).toBeGreaterThan(0);
  const { entries } = readHistory(report, cwd);
  for (const index of clean.violations.flatMap((violation) => violation.evidence))
    expect(entries[index]).toMatchObject({ index, kind: 'log' });
  const told = JSON.stringify([report, entries]);
  for (const value of [...signatures, ...addresses]) expect(told).not.toContain(value);
});

it('prints the secret at the start: one failure, and the secret stays where it was', async () => {
  const { cwd, report, clean } = await judged({ PRINT: 'ids', BOAST: `checks with ${KEY}` });
  expect(clean.violations).toMatchObject([
    { key: 'secret-in-log', subject: 'receiver', actual: 'listening checks with [secret]' },
  ]);
  expect(JSON.stringify([report, readHistory(report, cwd).entries])).not.toContain(KEY);
});
