/** Requests that the provider did not send: a receiver that verifies passes by what it did not do, one that does not is named. */
import { describe, expect, it } from 'vitest';
import type { RunReport, Verdict } from '../../reports/run-report.ts';
import { freshDatabase } from '../systems/postgres.ts';
import { startBundled } from './bundled-receiver.ts';
import { lost200, outcomesOf, reportOf } from './lost200.ts';

const database = await freshDatabase('e2e_trust');

function failedIn(report: RunReport): readonly Verdict[] {
  return report.scenarios.flatMap(({ verdicts }) => verdicts.filter(({ outcome }) => outcome === 'fail'));
}

function verdictOf(report: RunReport, name: string): Verdict | undefined {
  return report.scenarios.flatMap(({ verdicts }) => verdicts).find((verdict) => verdict.case === name);
}

describe.skipIf('missing' in database)('trust', { timeout: 60_000 }, () => {
  const databaseUrl = 'url' in database ? database.url : '';
  const common = ['--seed', 'trust', '--settle', '3s', '--repeat', '0'];

  it('a receiver that verifies: nothing forged has an effect, and what is genuine is taken after it', async () => {
    const { url, sight } = await startBundled('dist/examples/receivers/one-transaction.js', databaseUrl);
    const ended = await lost200(['run', url, 'baseline/calm', 'forged/*', ...sight, ...common, '--json']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const report = reportOf(ended);
    expect(report.summary).toMatchObject({ fail: 0, unknown: 0 });

    const wrongSecret = verdictOf(report, 'forged/wrong-secret#forged-has-no-effect');
    expect(wrongSecret).toMatchObject({ outcome: 'pass', requirement: 'must' });
    // Two facts of known objects, one of an object that nobody knows, one that is announced by the provider afterwards.
    expect(wrongSecret?.witnesses).toBe(4);
    expect(wrongSecret?.because.text).toContain('by effects and states; forged requests answered 401');
    expect(verdictOf(report, 'forged/wrong-secret#genuine-is-accepted')?.outcome).toBe('pass');
    expect(verdictOf(report, 'forged/wrong-secret#rejects-clearly')).toMatchObject({
      outcome: 'pass',
      requirement: 'should',
    });
    const passed = Object.entries(outcomesOf(report)).filter(
      ([name, outcome]) => name.endsWith('#forged-has-no-effect') && outcome === 'pass',
    );
    expect(passed.length).toBeGreaterThanOrEqual(15);
    expect(verdictOf(report, 'baseline/calm#forged-has-no-effect')).toMatchObject({
      outcome: 'skipped',
      because: { code: 'nothing-to-judge' },
    });
  });

  it('one that believes everybody: a must fails, one invariant says why, and the proof shows the forgery', async () => {
    const file = 'build/test/receivers/broken/trusts-everyone.js';
    const { url, sight } = await startBundled(file, databaseUrl);
    const ids = ['baseline/calm', 'forged/wrong-secret', 'forged/no-signature', 'forged/replayed-new-id'];
    const ended = await lost200(['run', url, ...ids, ...sight, ...common, '--json']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: '' });
    const failed = failedIn(reportOf(ended));
    expect(new Set(failed.map(({ invariant }) => invariant))).toEqual(new Set(['forged-has-no-effect']));
    expect(failed.map((verdict) => verdict.case)).toEqual(
      expect.arrayContaining([
        'forged/wrong-secret#forged-has-no-effect',
        'forged/no-signature#forged-has-no-effect',
      ]),
    );
    const keys = failed.flatMap(({ violations }) => violations.map(({ key }) => key));
    expect(new Set(keys)).toEqual(new Set(['forged:ledger', 'forged:state']));

    const shown = await lost200(['run', url, 'forged/wrong-secret', ...sight, ...common]);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('attempt 1 (forged: wrong-secret)  → 200');
  });

  it('one that notes ids before it verifies loses the genuine events', async () => {
    const file = 'build/test/receivers/broken/seen-before-verified.js';
    const { url, sight } = await startBundled(file, databaseUrl);
    const ids = ['baseline/calm', 'forged/wrong-secret'];
    const ended = await lost200(['run', url, ...ids, ...sight, ...common, '--json']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: '' });
    const outcomes = outcomesOf(reportOf(ended));
    expect(outcomes['forged/wrong-secret#no-loss']).toBe('fail');
    expect(outcomes['forged/wrong-secret#forged-has-no-effect']).toBe('pass');
    expect(failedIn(reportOf(ended)).every((verdict) => verdict.case.startsWith('forged/'))).toBe(true);
  });
});
