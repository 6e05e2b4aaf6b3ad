/** When clean events do not get through, or an observer cannot see them, nothing is decided and the remedy is said. */
import { describe, expect, it } from 'vitest';
import { invariants } from '../../harness/invariants/index.ts';
import type { RunReport } from '../../reports/run-report.ts';
import { json, type Answer } from './ledger.ts';
import { lost200, reportOf } from './lost200.ts';
import { startStub, type Rule } from './stub-receiver.ts';

const CORE = ['single-effect', 'no-loss', 'no-regression', 'final-state'];

interface Undecided {
  readonly text: string;
  readonly report: RunReport;
}

/** Runs twice, as text and as JSON; both must end undecided and leave stderr to progress alone. */
async function undecided(rule: Rule, extra: readonly string[] = []): Promise<Undecided> {
  const receiver = await startStub(rule);
  const args = [
    'run',
    receiver.url,
    'duplicates/sequential',
    'order/reversed',
    ...receiver.sight,
    '--settle',
    '500ms',
  ];
  const [text, machine] = await Promise.all([
    lost200([...args, ...extra, '--quiet']),
    lost200([...args, ...extra, '--json']),
  ]);
  expect({ code: text.code, stderr: text.stderr }).toEqual({ code: 2, stderr: '' });
  expect({ code: machine.code, stderr: machine.stderr }).toEqual({ code: 2, stderr: '' });
  const report = reportOf(machine);
  expect(report.summary).toMatchObject({ outcome: 'undecided', exitCode: 2, fail: 0 });
  return { text: text.stdout.replaceAll(/\s+/g, ' '), report };
}

const onWebhook =
  (answer: Answer): Rule =>
  ({ method }) =>
    method === 'POST' ? answer : undefined;

const onRoute =
  (route: string, answer: Answer): Rule =>
  ({ method, url }) =>
    method === 'GET' && url.startsWith(route) ? answer : undefined;

describe('a receiver that refuses a clean event', () => {
  it.each([
    [401, 'bad signature for tenant 42', /--secret, LOST200_SECRET/],
    [404, 'no such object', /`arrange`/],
    [422, 'field customer is required', /lifecycle\.payload/],
  ])('with %i: its body and the remedy are shown', async (status, body, remedy) => {
    const { text, report } = await undecided(onWebhook({ status, body }));
    expect(text).toContain(`answered ${status} to a clean`);
    expect(text).toContain(body);
    expect(text).toMatch(remedy);
    expect(text).toMatch(/exit 2/);
    expect(report.notices[0]).toMatchObject({ level: 'error', sentence: { values: { status, body } } });
    const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
    expect(verdicts).toHaveLength(2 * invariants.length);
    for (const verdict of verdicts) {
      expect(verdict).toMatchObject({ outcome: 'unknown', because: { code: 'calm-failed' }, witnesses: 0 });
      expect(verdict.remedy?.text).toMatch(remedy);
    }
  });
});

describe('an http observer that', () => {
  it('answers html is not believed', async () => {
    const html = {
      status: 200,
      body: '<html><h1>Sign in</h1></html>',
      headers: { 'content-type': 'text/html' },
    };
    const { text, report } = await undecided(onRoute('/', html));
    expect(text).toContain('<html><h1>Sign in</h1></html>');
    expect(text).toMatch(/Mend the route/);
    expectUnknown(report, CORE);
    expect(report.receiver.capabilities).not.toContain('state');
  });

  it('never sees an effect is not believed', async () => {
    const { text, report } = await undecided(onRoute('/effects', json(200, [])));
    expect(text).toMatch(/read no "ledger" effect after clean events that owe one/);
    expect(text).toMatch(/Look whether the route or the query finds the effects/);
    expectUnknown(report, ['single-effect', 'no-loss']);
    expect(report.receiver.capabilities).not.toContain('effects:ledger');
  });

  it('answers with a number where a list belongs is not believed', async () => {
    const { text, report } = await undecided(onRoute('/effects', json(200, 0)));
    expect(text).toMatch(/Expected a list of effects.*got 200 0/);
    expectUnknown(report, ['single-effect', 'no-loss']);
  });

  it('always answers 500 is not believed', async () => {
    const { text, report } = await undecided(onRoute('/objects', json(500, { error: 'no column status' })));
    expect(text).toContain('500 {"error":"no column status"}');
    expectUnknown(report, ['no-regression', 'final-state']);
  });

  it('sees an effect before there was any is not believed', async () => {
    const ghost = json(200, [{ kind: 'ledger' }]);
    const { text, report } = await undecided(onRoute('/effects', ghost));
    expect(text).toMatch(/read \d+ × "ledger" for an object that nothing had happened to yet/);
    expectUnknown(report, ['single-effect', 'no-loss']);
  });

  it('has another name for a state is told how to map it', async () => {
    const receiverNames: Rule = onRoute('/objects', json(200, { status: 'PAGO' }));
    const { text, report } = await undecided(receiverNames);
    expect(text).toMatch(/read the state "PAGO"/);
    expect(text).toMatch(/: stateNames: \{ "PAGO": "\w+" \}/);
    expectUnknown(report, ['no-regression', 'final-state']);
  });
});

/** Where an observer was asked for and cannot be believed, a case is unknown; never passed, never failed. */
function expectUnknown(report: RunReport, invariants: readonly string[]): void {
  const verdicts = report.scenarios
    .flatMap((scenario) => scenario.verdicts)
    .filter((verdict) => invariants.includes(verdict.invariant));
  expect(verdicts).toHaveLength(2 * invariants.length);
  const wrong = verdicts.filter((verdict) => verdict.outcome !== 'unknown' || verdict.remedy === undefined);
  expect(wrong.map((verdict) => `${verdict.case}: ${verdict.outcome} ${verdict.because.text}`)).toEqual([]);
}
