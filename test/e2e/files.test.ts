/** The files of a run, as other programs read them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { RunReport } from '../../reports/run-report.ts';
import { catalogue } from '../../scenarios/catalogue.ts';
import { readHistory } from './history-file.ts';
import { json } from './ledger.ts';
import { freshFolder, lost200, reportOf } from './lost200.ts';
import { eventIn, startStub, type Rule } from './stub-receiver.ts';
import { parseXml, type XmlNode } from './xml.ts';

/** Goes back to older states, and shows no effects: failures, unknowns, skips and passes in one run. */
function confused(): Rule {
  const states = new Map<string, string>();
  return (request) => {
    if (request.method === 'POST') {
      const { data } = eventIn(request);
      states.set(data.id, data.status);
      return json(200, {});
    }
    if (request.url.startsWith('/effects')) return json(200, []);
    const status = states.get(request.url.slice('/objects/'.length));
    return status === undefined ? json(404, {}) : json(200, { status });
  };
}

it('are whole, numbered without a gap, and agree with one another', async () => {
  const cwd = freshFolder();
  const receiver = await startStub(confused());
  const ended = await lost200(
    [
      ...['run', receiver.url, 'duplicates/sequential', 'order/reversed', ...receiver.sight],
      ...['--repeat', '0', '--settle', '300ms', '--reporter', 'junit=ci/result.xml', '--json'],
    ],
    { cwd },
  );
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: '' });
  const report = reportOf(ended);
  expect(report.summary.fail).toBeGreaterThan(0);
  expect(report.summary.unknown).toBeGreaterThan(0);

  const folder = join(cwd, report.run.folder);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(report);
  expect(readFileSync(join(folder, 'summary.txt'), 'utf8')).toMatch(/FAIL: .*\nexit 1: a must failed/);

  const { header, entries } = readHistory(report, cwd);
  expect(header).toEqual({ historyVersion: 1, runId: report.run.id, startedAt: report.run.startedAt });
  expect(entries.map((entry) => entry.index)).toEqual(entries.map((_, index) => index));
  for (const scenario of report.scenarios) {
    const own = entries.slice(scenario.history.from, scenario.history.to);
    const started = own.flatMap((entry) => (entry.kind === 'attempt-started' ? [entry.attemptId] : []));
    expect(started).toHaveLength(scenario.attempts);
    const replied = own.flatMap((entry) => (entry.kind === 'attempt-replied' ? [entry.attemptId] : []));
    expect(new Set(replied)).toEqual(new Set(started));
  }

  const file = join(cwd, 'ci/result.xml');
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(join(folder, 'junit.xml'), 'utf8'));
  expectSameVerdicts(parseXml(readFileSync(file, 'utf8')), report);
});

/** What the stub can do right: it verifies nothing. */
const played = catalogue
  .filter(
    ({ hazards }) => !['forgery-arrived', 'oddity-arrived', 'poison-arrived'].includes(hazards[0] ?? ''),
  )
  .map(({ id }) => id)
  .concat('odd/retry-reordered', 'odd/chunked');

it('hold plans that can each be played again', async () => {
  const cwd = freshFolder();
  const receiver = await startStub();
  const elsewhere = join(freshFolder(), 'kept');
  const run = await lost200(
    ['run', receiver.url, ...played, ...receiver.sight, '--seed', 'files', '--out', elsewhere, '--json'],
    { cwd },
  );
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  const plans = join(reportOf(run).run.folder, 'plans');
  expect(resolve(cwd, plans).startsWith(elsewhere)).toBe(true);
  const names = readdirSync(join(cwd, plans));
  expect(names).toHaveLength(played.length);

  for (let from = 0; from < names.length; from += 5) {
    const some = names.slice(from, from + 5);
    const replays = some.map((name) =>
      lost200(['replay', join(plans, name), receiver.url, ...receiver.sight, '--json'], { cwd }),
    );
    for (const ended of await Promise.all(replays)) {
      expect(ended.stderr).toBe('');
      const report = reportOf(ended);
      const [scenario] = report.scenarios;
      expect(report.summary).toMatchObject({ fail: 0, unknown: 0 });
      expect(report.scenarios).toHaveLength(1);
      const original = reportOf(run).scenarios.find((one) => one.id === scenario?.id);
      expect(scenario?.plan.sha256).toBe(original?.plan.sha256);
    }
  }
}, 120_000);

function expectSameVerdicts(root: XmlNode, report: RunReport): void {
  const cases = root.all('testcase').filter((node) => node.attributes['classname'] !== 'lost200');
  const marks = Object.fromEntries(
    cases.map((node) => {
      const id = `${String(node.attributes['classname'])}#${String(node.attributes['name'])}`;
      const mark = node.children.map((child) => child.name)[0];
      return [id, mark ?? 'passed'];
    }),
  );
  const words = { pass: 'passed', fail: 'failure', unknown: 'error', skipped: 'skipped' } as const;
  const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
  expect(marks).toEqual(Object.fromEntries(verdicts.map(({ case: id, outcome }) => [id, words[outcome]])));
  expect(new Set(Object.values(marks))).toEqual(new Set(['passed', 'failure', 'error', 'skipped']));
  for (const [attribute, name] of [
    ['failures', 'failure'],
    ['errors', 'error'],
    ['skipped', 'skipped'],
    ['tests', 'testcase'],
  ] as const) {
    expect(Number(root.attributes[attribute]), attribute).toBe(root.all(name).length);
  }
}
