import { describe, expect, it } from 'vitest';
import {
  runReport,
  scenarioReport as reported,
  sentence,
  verdict,
} from '../../reports/fixtures/report-parts.ts';
import type { Outcome, Requirement, RunReport, Violation } from '../../reports/run-report.ts';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { EXIT } from '../errors.ts';
import { PlayScript } from '../judging/fixtures/play-script.ts';
import { noticesOf, placed, scenarioReport, summarize, type Expectations } from './assemble.ts';
import type { RunFiles } from './files.ts';
import type { Play } from './play.ts';

const PLAIN: Expectations = { strict: false, accept: [], require: [], lifecycle: payment };
const STATE = { interrupted: false, calmTaken: true };

type Case = readonly [id: string, outcome: Outcome, requirement?: Requirement];

const CORE: readonly Case[] = [
  ['a/b#single-effect', 'pass'],
  ['a/b#no-loss', 'pass'],
  ['a/b#no-regression', 'pass'],
];

function reportOf(cases: readonly Case[]): RunReport {
  return runReport(
    cases.map(([id, outcome, requirement = 'must'], index) => {
      const [scenario = '', invariant = ''] = id.split('#');
      return reported(scenario, `s${index}`, [verdict(scenario, invariant, { outcome, requirement })]);
    }),
  );
}

function summary(
  cases: readonly Case[],
  expectations: Partial<Expectations> = {},
  state: Partial<typeof STATE> = {},
) {
  return summarize(reportOf(cases), { ...PLAIN, ...expectations }, { ...STATE, ...state }).summary;
}

describe('how a run ends', () => {
  it('0: every must was seen to hold', () => {
    expect(summary(CORE)).toEqual({
      outcome: 'pass',
      exitCode: EXIT.pass,
      pass: 3,
      fail: 0,
      unknown: 0,
      skipped: 0,
    });
    expect(
      summary([...CORE, ['a/b#x', 'skipped'], ['a/b#y', 'fail', 'should'], ['a/b#z', 'unknown', 'should']]),
    ).toEqual({
      outcome: 'pass',
      exitCode: EXIT.pass,
      pass: 3,
      fail: 1,
      unknown: 1,
      skipped: 1,
    });
  });

  it('1: a must failed, whatever else', () => {
    const cases: readonly Case[] = [...CORE, ['a/b#x', 'fail'], ['a/b#y', 'unknown']];
    expect(summary(cases)).toMatchObject({ outcome: 'fail', exitCode: EXIT.fail });
    expect(summary(cases, {}, { calmTaken: false })).toMatchObject({ exitCode: EXIT.fail });
  });

  it('--strict: a should that failed, or anything undecided, is a failure', () => {
    for (const one of [
      ['a/b#x', 'fail', 'should'],
      ['a/b#x', 'unknown', 'should'],
      ['a/b#x', 'unknown'],
    ] as const)
      expect(summary([...CORE, one], { strict: true })).toMatchObject({
        outcome: 'fail',
        exitCode: EXIT.fail,
      });
    expect(summary([...CORE, ['a/b#x', 'skipped']], { strict: true }).exitCode).toBe(EXIT.pass);
  });

  it('2: a must is unknown, or a core invariant has no witnessed pass, or the calm check failed', () => {
    expect(summary([...CORE, ['a/b#x', 'unknown']])).toMatchObject({
      outcome: 'undecided',
      exitCode: EXIT.undecided,
    });
    for (const missing of CORE.keys()) {
      const cases = CORE.map(([id, outcome], index): Case => [id, index === missing ? 'skipped' : outcome]);
      expect(summary(cases).exitCode).toBe(EXIT.undecided);
    }
    expect(summary(CORE, {}, { calmTaken: false }).exitCode).toBe(EXIT.undecided);
  });

  it('0: a lifecycle that owes no effects needs only its states witnessed', () => {
    const facts = Object.fromEntries(
      Object.entries(payment.facts).map(([name, { type, state }]) => [name, { type, state }]),
    );
    const lifecycle = { ...payment, facts };
    const cases: readonly Case[] = [
      ['a/b#single-effect', 'skipped'],
      ['a/b#no-loss', 'skipped'],
      ['a/b#no-regression', 'pass'],
    ];
    expect(summary(cases, { lifecycle }).exitCode).toBe(EXIT.pass);
    expect(summary(cases).exitCode).toBe(EXIT.undecided);
    const unseen = cases.map(([id]): Case => [id, 'skipped']);
    expect(summary(unseen, { lifecycle }).exitCode).toBe(EXIT.undecided);
    const required = summary(cases, { lifecycle, require: ['*#no-loss'] });
    expect(required.exitCode).toBe(EXIT.undecided);
  });

  it('130: interrupted, although there is a report', () => {
    expect(summary([...CORE, ['a/b#x', 'fail']], {}, { interrupted: true })).toMatchObject({
      outcome: 'interrupted',
      exitCode: EXIT.interrupted,
      fail: 1,
    });
  });

  it('what is accepted may stay undecided; what is required may not be skipped', () => {
    expect(summary([...CORE, ['a/b#x', 'unknown']], { accept: ['a/*#x'] }).exitCode).toBe(EXIT.pass);
    expect(summary([...CORE, ['a/b#x', 'skipped']], { require: ['a/b#x'] }).exitCode).toBe(EXIT.undecided);
    const url: readonly Case[] = CORE.map(([id]) => [id, 'skipped']);
    expect(summary(url, { accept: ['*#single-effect', '*#no-loss', '*#no-regression'] }).exitCode).toBe(
      EXIT.pass,
    );
  });

  it('a failure cannot be accepted', () => {
    const accepted = summary([...CORE, ['a/b#x', 'fail']], { accept: ['a/*#x'] });
    expect(accepted).toMatchObject({ exitCode: EXIT.fail, fail: 1 });
  });

  it('counts each case once over its seeds: fail > unknown > pass > skipped', () => {
    const outcomes: readonly Outcome[] = ['skipped', 'pass', 'unknown', 'fail'];
    const many = outcomes.flatMap((worst, index): Case[] =>
      outcomes.slice(0, index + 1).map((outcome) => [`a/b#worst-${worst}`, outcome]),
    );
    expect(summary([...CORE, ...many])).toMatchObject({ pass: 4, skipped: 1, unknown: 1, fail: 1 });
  });
});

describe('the report of a play', () => {
  const files = {
    savePlan: () => ({ sha256: 'a', path: 'plans/x.json' }),
    saveFailure: () => 'failures/x.json',
  } as unknown as RunFiles;

  function report(script: PlayScript, outcome: Outcome, violations: readonly Violation[] = [], from = 100) {
    const play = { plan: script.plan, history: script.history, virtualMs: 7 } as unknown as Play;
    const verdicts = [verdict('a/b', 'single-effect', { outcome, violations })];
    const place = { historyPath: 'history.ndjson', from };
    return scenarioReport({ play, verdicts }, files, place, (path) => `replay ${path}`);
  }

  const violation = (evidence: readonly number[], subject = 'f2'): Violation => ({
    key: 'k',
    subject,
    expected: '',
    actual: '',
    evidence,
  });

  it('of a pass carries neither entries nor plan', () => {
    const passed = report(new PlayScript().object('pending').attempt('e1'), 'pass');
    expect(passed).toMatchObject({
      outcome: 'pass',
      attempts: 1,
      history: { from: 100, to: 105 },
      virtualMs: 7,
    });
    expect(Object.keys(passed)).not.toContain('entries');
    expect(Object.keys(passed)).not.toContain('embeddedPlan');
    expect(Object.keys(passed)).not.toContain('reproduction');
  });

  it('of a failure carries both, under the indexes of the history file', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e2').state('o1', 'paid', 2);
    const failed = report(script, 'fail', [violation([0, 5])]);
    expect(failed.verdicts[0]?.violations[0]?.evidence).toEqual([100, 105]);
    expect(failed.entries?.map((entry) => entry.index)).toEqual([100, 101, 102, 103, 104, 105]);
    expect(failed.entries?.at(-1)).toMatchObject({ kind: 'state', startIndex: 102 });
    expect(failed.embeddedPlan).toEqual(script.plan);
    expect(failed.reproduction).toEqual({ command: 'replay failures/x.json', reproduced: 0, of: 0 });
  });

  it('of an undecided one carries entries, and nothing to play again', () => {
    const unknown = report(new PlayScript().object('pending').attempt('e1'), 'unknown');
    expect(unknown.entries).toHaveLength(5);
    expect(unknown).not.toHaveProperty('reproduction');
  });

  it('embeds 500 entries at most: evidence first, then what else happened to its objects', () => {
    const script = new PlayScript().object('pending', 'paid').object('pending', 'paid');
    for (let attempt = 0; attempt < 200; attempt += 1) script.attempt('e1', 500);
    const first = script.history.length;
    script.attempt('e4', 200).state('o2', 'pending').effects('o2', 'ledger e4');
    for (let attempt = 0; attempt < 200; attempt += 1) script.attempt('e2', 500);
    const failed = report(script, 'fail', [violation([0, first], 'f4')], 0);
    const entries = failed.entries ?? [];
    expect(entries.length).toBeLessThanOrEqual(500);
    expect(entries.map((entry) => entry.index)).toEqual([
      0,
      ...Array.from({ length: 4 }, (_, at) => first + at),
      first + 5,
      first + 6,
    ]);
    const all = report(script, 'fail', [violation([first + 1], 'o1')], 0).entries ?? [];
    expect(all).toHaveLength(500);
    expect(all.map((entry) => entry.index)).toContain(first + 1);
  });
});

describe('placing entries', () => {
  it('moves every index, and only indexes', () => {
    const script = new PlayScript().object('pending').attempt('e1').state('o1', 'pending', 0);
    expect(placed(script.history.entries, 0)).toEqual(script.history.entries);
    const moved = placed(script.history.entries, 10);
    expect(moved.map((entry) => entry.index)).toEqual([10, 11, 12, 13, 14, 15]);
    expect(moved[5]).toMatchObject({ kind: 'state', startIndex: 10 });
    expect(moved[0]).not.toHaveProperty('startIndex');
  });
});

describe('notices', () => {
  it('are told once', () => {
    const one = { level: 'error', sentence: sentence('a', 'A') } as const;
    expect(
      noticesOf([one, { ...one, level: 'info' }, { ...one, sentence: sentence('a', 'B') }]),
    ).toHaveLength(2);
  });
});
