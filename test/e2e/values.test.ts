/** Values beside the state, seen and judged through the built command line; and checks that the user wrote. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, Ledger } from './ledger.ts';
import { freshFolder, lost200, reportOf, type Ended } from './lost200.ts';
import { eventIn, startStub, type StubReceiver } from './stub-receiver.ts';
import type { RunReport, Verdict } from '../../reports/run-report.ts';

interface Books {
  /** Adds an event to the balance as often as it comes. */
  readonly addsAgain?: boolean;
  /** What the values route says of a balance in cents; a number is a status. */
  readonly show?: (balance: number) => object | number;
}

/** A credit account: right but for what the books say. */
async function startBooks({
  addsAgain = false,
  show = (balance) => ({ balance }),
}: Books): Promise<StubReceiver> {
  const balances = new Map<string, number>();
  const seen = new Set<string>();
  const take = (event: ReturnType<typeof eventIn>): void => {
    const isNew = !seen.has(event.id);
    seen.add(event.id);
    if (!isNew && !addsAgain) return;
    const amount = Number(event.data['amount']) * (event.type === 'credit.spent' ? -1 : 1);
    balances.set(event.data.id, (balances.get(event.data.id) ?? 0) + amount);
  };
  return startStub(
    (request) => {
      if (request.method === 'POST') take(eventIn(request));
      if (!request.url.startsWith('/values/')) return undefined;
      const balance = balances.get(request.url.slice('/values/'.length));
      const shown = balance === undefined ? undefined : show(balance);
      if (balance === undefined) return json(404, {});
      return typeof shown === 'number' ? json(shown, {}) : json(200, shown);
    },
    new Ledger(() => ['entry']),
  );
}

function run(receiver: StubReceiver, more: readonly string[], cwd = freshFolder()): Promise<Ended> {
  return lost200(
    [
      ...['run', receiver.url, 'baseline/calm', 'duplicates/sequential', ...receiver.sight],
      ...['--lifecycle', 'credit', '--seed', 'values', '--repeat', '0', '--settle', '2s', '--json', ...more],
    ],
    { cwd },
  );
}

const valuesOf = (receiver: StubReceiver): readonly string[] => [
  '--values',
  `${receiver.base}/values/{objectId}`,
];

function verdictOf(report: RunReport, id: string): Verdict {
  const verdict = report.scenarios.flatMap((one) => one.verdicts).find((one) => one.case === id);
  if (verdict === undefined) throw new Error(`no case ${id}`);
  return verdict;
}

const SUMS = 'duplicates/sequential#values-add-up';

describe('a sum', () => {
  it('that is right passes, with witnesses', async () => {
    const receiver = await startBooks({});
    const ended = await run(receiver, valuesOf(receiver));
    expect(ended.code).toBe(0);
    const verdict = verdictOf(reportOf(ended), SUMS);
    expect(verdict.outcome).toBe('pass');
    expect(verdict.witnesses).toBeGreaterThan(0);
    expect(verdictOf(reportOf(ended), 'baseline/calm#latest-values')).toMatchObject({
      outcome: 'skipped',
      because: { code: 'no-such-value' },
    });
  });

  it('that grows with a repeat fails, and nothing else does', async () => {
    const receiver = await startBooks({ addsAgain: true });
    const ended = await run(receiver, valuesOf(receiver));
    expect(ended.code).toBe(1);
    const report = reportOf(ended);
    const failed = report.scenarios.flatMap((one) => one.verdicts).filter((one) => one.outcome === 'fail');
    expect(failed.map((one) => one.case)).toEqual([SUMS]);
    expect(failed[0]?.violations[0]).toMatchObject({ key: 'differs:balance' });
    expect(failed[0]?.violations[0]?.expected).toMatch(/^o\d+ ends with balance = -?\d+$/);
  });
});

describe('a view of values', () => {
  it('that is not there: skipped, with the option that adds it', async () => {
    const receiver = await startBooks({ addsAgain: true });
    const verdict = verdictOf(reportOf(await run(receiver, [])), SUMS);
    expect(verdict).toMatchObject({ outcome: 'skipped', because: { code: 'no-view-of-values' } });
    expect(verdict.remedy?.text).toContain('--values');
  });

  it.each([
    ['answers 500', () => 500, 'unknown', 'observer-failed'],
    ['knows no object', () => 404, 'unknown', 'value-not-shown'],
    ['counts in other units', (balance: number) => ({ balance: balance / 100 }), 'unknown', 'value-not-calm'],
    ['never changes', () => ({ balance: 0 }), 'unknown', 'value-not-calm'],
    ['calls it by another name', (balance: number) => ({ total: balance }), 'skipped', 'no-view-of-values'],
  ] as const)('that %s decides nothing', async (_, show, outcome, code) => {
    const receiver = await startBooks({ addsAgain: true, show });
    const ended = await run(receiver, valuesOf(receiver));
    const verdict = verdictOf(reportOf(ended), SUMS);
    expect(verdict).toMatchObject({ outcome, because: { code } });
    expect(verdict.remedy?.text).toMatch(/\S/);
  });
});

describe('checks of the user', () => {
  const MODULE = `
    const total = (facts) => facts.filter((fact) => fact.fate === 'acknowledged' || fact.fate === 'overtaken')
      .reduce((sum, { fact, payload }) => sum + (fact === 'spent' ? -1 : 1) * payload.amount, 0);
    export function books({ facts, observed }) {
      const actual = observed.http.values?.balance ?? 0;
      return actual === total(facts) ? [] : [{ key: 'balance', expected: total(facts), actual }];
    }
    export function tired() { throw new Error('not today'); }
    export function grumpy() { return [{ key: 'never-good', expected: 'more', actual: 'less' }]; }`;
  const PROGRAM = `
    let text = '';
    process.stdin.on('data', (chunk) => (text += chunk)).on('end', async () => {
      const { books } = await import(process.cwd() + '/checks.mjs');
      const found = JSON.parse(text).objects.flatMap((object) =>
        books(object).map((difference) => ({ objectId: object.objectId, ...difference })));
      console.log(JSON.stringify(found));
    });`;

  it.each([false, true])(
    'as a module and as a program say the same; a repeat adds up again: %s',
    async (addsAgain) => {
      const cwd = freshFolder();
      writeFileSync(join(cwd, 'checks.mjs'), MODULE);
      writeFileSync(join(cwd, 'program.mjs'), PROGRAM);
      const checks = {
        books: { module: './checks.mjs#books' },
        program: { command: `"${process.execPath}" program.mjs` },
        tired: { module: './checks.mjs#tired' },
        grumpy: { module: './checks.mjs#grumpy' },
      };
      writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify({ checks }));
      const receiver = await startBooks({ addsAgain });
      const report = reportOf(await run(receiver, valuesOf(receiver), cwd));
      for (const id of ['books', 'program']) {
        expect(verdictOf(report, `baseline/calm#check:${id}`)).toMatchObject({ outcome: 'pass' });
        const verdict = verdictOf(report, `duplicates/sequential#check:${id}`);
        expect(verdict.outcome).toBe(addsAgain ? 'fail' : 'pass');
        expect(verdict.violations.map((one) => one.key).every((key) => key === 'balance')).toBe(true);
      }
      expect(verdictOf(report, 'duplicates/sequential#check:tired').because.text).toContain('not today');
      for (const id of ['tired', 'grumpy'])
        expect(verdictOf(report, `duplicates/sequential#check:${id}`)).toMatchObject({
          outcome: 'unknown',
          because: { code: 'check-failed' },
        });
    },
  );

  it('that cannot be loaded ends the run before it begins', async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, 'checks.mjs'), MODULE);
    const config = { checks: { books: { module: './checks.mjs#boks' } } };
    writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify(config));
    const receiver = await startBooks({});
    const ended = await run(receiver, valuesOf(receiver), cwd);
    expect(ended.code).toBe(64);
    expect(ended.stderr).toContain('LOST200_E_OBSERVER');
    expect(ended.stderr).toContain('boks');
    expect(receiver.webhooks()).toEqual([]);
  });
});
