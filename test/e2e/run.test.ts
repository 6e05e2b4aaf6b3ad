/** `lost200 run` against the bundled receivers, as its README shows it. */
import { describe, expect, it } from 'vitest';
import type { RunReport, Verdict } from '../../reports/run-report.ts';
import { catalogue } from '../../scenarios/catalogue.ts';
import { freshDatabase } from '../systems/postgres.ts';
import { startBundled } from './bundled-receiver.ts';
import { readHistory } from './history-file.ts';
import { freshFolder, lost200, outcomesOf, pasted, reportOf } from './lost200.ts';
import { startStub } from './stub-receiver.ts';

const database = await freshDatabase('e2e_run');

describe.skipIf('missing' in database)('run', () => {
  const databaseUrl = 'url' in database ? database.url : '';

  it('passes a right receiver, twice alike on one database', async () => {
    const receiver = await startBundled('dist/examples/receivers/one-transaction.js', databaseUrl);
    const args = ['run', receiver.url, ...receiver.sight, '--seed', 'e2e', '--settle', '5s', '--json'];

    const first = await lost200(args);
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    const report = reportOf(first);
    expectOnlyHonestPasses(report);
    expect(report.scenarios).toHaveLength(catalogue.length);
    expect(report.summary).toMatchObject({ outcome: 'pass', exitCode: 0, fail: 0, unknown: 0 });
    expect(passesOf(report)).toEqual(
      expect.arrayContaining(['duplicates/concurrent#single-effect', 'order/reversed#no-regression']),
    );
    expect(report.receiver.capabilities).toEqual(expect.arrayContaining(['state', 'effects:ledger']));

    const second = await lost200(args);
    expect(second.code).toBe(0);
    expect(outcomesOf(reportOf(second))).toEqual(outcomesOf(report));
    expect(reportOf(second).run.namespace).not.toBe(report.run.namespace);
  }, 60_000);

  it('passes the one that works after it has answered', async () => {
    const receiver = await startBundled('dist/examples/receivers/inbox-worker.js', databaseUrl);
    const ended = await lost200(['run', receiver.url, ...receiver.sight, '--settle', '10s', '--json']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    expectOnlyHonestPasses(reportOf(ended));
  }, 60_000);

  it('fails the naive one, with evidence and a command that shows it again', async () => {
    const cwd = freshFolder();
    const receiver = await startBundled('dist/examples/receivers/naive.js', databaseUrl);
    const ended = await lost200(
      [
        ...['run', receiver.url, 'duplicates/concurrent', 'order/reversed', ...receiver.sight],
        ...['--seed', 'e2e', '--settle', '2s', '--json'],
      ],
      { cwd },
    );
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: '' });
    const report = reportOf(ended);
    expect(report.summary).toMatchObject({ outcome: 'fail', exitCode: 1 });

    const { entries } = readHistory(report, cwd);
    for (const id of ['duplicates/concurrent#single-effect', 'order/reversed#no-regression']) {
      const verdict = verdictOf(report, id);
      expect(verdict, id).toMatchObject({ outcome: 'fail', requirement: 'must' });
      expect(verdict.violations.length).toBeGreaterThan(0);
      for (const violation of verdict.violations) {
        expect(violation.evidence.length).toBeGreaterThan(0);
        const range = rangeOf(report, id);
        for (const index of violation.evidence) {
          expect(entries[index]?.index).toBe(index);
          expect(index).toBeGreaterThanOrEqual(range.from);
          expect(index).toBeLessThan(range.to);
        }
      }
    }
    expect(scenarioOf(report, 'order/reversed').reproduction).toMatchObject({ reproduced: 5, of: 5 });

    for (const id of ['duplicates/concurrent#single-effect', 'order/reversed#no-regression']) {
      const { reproduction } = scenarioOf(report, id.split('#')[0] ?? '');
      const again = await pasted(`${String(reproduction?.command)} --repeat 0 --json`, { cwd });
      expect({ id, code: again.code, stderr: again.stderr }).toEqual({ id, code: 1, stderr: '' });
      expect(verdictOf(reportOf(again), id).outcome).toBe('fail');
      expect(reportOf(again).scenarios).toHaveLength(1);
    }
  }, 60_000);
});

describe('run without any sight', () => {
  it('is undecided and says what would decide it', async () => {
    const receiver = await startStub();
    const args = ['run', receiver.url, 'duplicates/*', 'order/reversed', '--settle', '1s'];
    const [text, json] = await Promise.all([lost200(args), lost200([...args, '--json'])]);

    expect(text.code).toBe(2);
    expect(text.stdout).toMatch(/--state/);
    expect(text.stdout).toMatch(/--effects/);
    expect(text.stdout).toMatch(/exit 2/);

    expect({ code: json.code, stderr: json.stderr }).toEqual({ code: 2, stderr: '' });
    const report = reportOf(json);
    expect(report.summary).toMatchObject({ outcome: 'undecided', exitCode: 2, fail: 0 });
    for (const id of ['duplicates/concurrent#single-effect', 'order/reversed#no-regression']) {
      const verdict = verdictOf(report, id);
      expect(verdict.outcome, id).toMatch(/^(unknown|skipped)$/);
      expect(verdict.remedy?.text, id).toMatch(/--(state|effects)/);
    }
    expect(verdictOf(report, 'duplicates/sequential#duplicates-acknowledged').outcome).toBe('pass');
  });
});

/** Nothing but a pass that was witnessed, or a skip that says why. */
function expectOnlyHonestPasses(report: RunReport): void {
  const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
  expect(verdicts.length).toBeGreaterThan(0);
  const dishonest = verdicts.filter((verdict) =>
    verdict.outcome === 'pass'
      ? verdict.witnesses < 1
      : verdict.outcome !== 'skipped' || verdict.because.text === '',
  );
  expect(dishonest).toEqual([]);
}

function passesOf(report: RunReport): readonly string[] {
  const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
  return verdicts.filter((verdict) => verdict.outcome === 'pass').map((verdict) => verdict.case);
}

function scenarioOf(report: RunReport, id: string): RunReport['scenarios'][number] {
  const found = report.scenarios.find((scenario) => scenario.id === id);
  if (found === undefined) throw new Error(`The report has no scenario ${id}`);
  return found;
}

function rangeOf(report: RunReport, caseId: string): { readonly from: number; readonly to: number } {
  return scenarioOf(report, caseId.split('#')[0] ?? '').history;
}

function verdictOf(report: RunReport, caseId: string): Verdict {
  const found = report.scenarios
    .flatMap((scenario) => scenario.verdicts)
    .find((verdict) => verdict.case === caseId);
  if (found === undefined) throw new Error(`The report has no case ${caseId}`);
  return found;
}
