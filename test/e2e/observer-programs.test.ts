/** One receiver seen through its routes, through a program and through a module: every case comes out alike, or is unknown. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../systems/postgres.ts';
import { python } from '../systems/python.ts';
import { programOf, startBundled } from './bundled-receiver.ts';
import { Ledger } from './ledger.ts';
import { freshFolder, lost200, outcomesOf, processesWith, reportOf, start, type Ended } from './lost200.ts';
import { expectRefusal } from './refusals.ts';
import { eventIn, startStub, type Rule } from './stub-receiver.ts';

const SCENARIOS = ['baseline/calm', 'acks/lost-200', 'duplicates/sequential'];
const PROGRAM = `"${process.execPath}" "${programOf('harness/observers/fixtures/program.mjs')}"`;
const MODULES = programOf('harness/observers/fixtures/modules.mjs');
/** Several runs in one test, on a machine that may be busy. */
const LIMIT_MS = 90_000;
const database = await freshDatabase('e2e_programs');

/** Runs with a config; `observe` is written as it is. */
function runWith(
  observe: object,
  url: string,
  { ids = SCENARIOS, cwd = freshFolder(), env = {} } = {},
): Promise<Ended> {
  writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify({ observe }));
  const options = ['--seed', 'programs', '--repeat', '0', '--settle', '1s', '--json'];
  return lost200(['run', url, ...ids, ...options], { cwd, env });
}

/** Every repeat of an event does its effect again. */
function forgetful(ledger: Ledger): Rule {
  const times = new Map<string, number>();
  return (request) => {
    const { method, url, body } = request;
    if (method === 'POST') {
      const { id } = eventIn(request);
      times.set(id, (times.get(id) ?? 0) + 1);
    }
    if (!url.startsWith('/effects')) return undefined;
    const answer = ledger.answer(method, url, body);
    const effects = JSON.parse(answer.body) as readonly { readonly eventId: string }[];
    const all = effects.flatMap((effect) =>
      Array.from({ length: times.get(effect.eventId) ?? 1 }, () => effect),
    );
    return { ...answer, body: JSON.stringify(all) };
  };
}

describe('the same receiver', { timeout: LIMIT_MS }, () => {
  it.each([
    ['right', 0],
    ['forgetful', 1],
  ])('%s: seen through a program and a module as through its routes', async (kind, code) => {
    const ledger = new Ledger();
    const receiver = await startStub(kind === 'right' ? undefined : forgetful(ledger), ledger);
    const { base, url } = receiver;
    const observes = [
      { http: { state: `${base}/objects/{objectId}`, effects: `${base}/effects?object={objectId}` } },
      { command: { command: PROGRAM, env: { BASE: base } } },
      { module: { module: MODULES, options: { base } } },
    ];
    const ended: Ended[] = [];
    for (const observe of observes) ended.push(await runWith(observe, url));
    for (const one of ended) expect({ code: one.code, stderr: one.stderr }).toEqual({ code, stderr: '' });
    const [byHttp, byCommand, byModule] = ended.map(reportOf);
    if (byHttp === undefined || byCommand === undefined || byModule === undefined)
      throw new Error('three runs');
    expect(outcomesOf(byCommand)).toEqual(outcomesOf(byHttp));
    expect(outcomesOf(byModule)).toEqual(outcomesOf(byHttp));
    expect(byCommand.receiver.capabilities).toEqual(byHttp.receiver.capabilities);
    expect(byModule.receiver.capabilities).toEqual(byHttp.receiver.capabilities);
    const passes = Object.values(outcomesOf(byCommand)).filter((outcome) => outcome === 'pass');
    expect(passes.length).toBeGreaterThan(8);
    expect(outcomesOf(byCommand)['duplicates/sequential#single-effect']).toBe(code === 0 ? 'pass' : 'fail');
  });

  it.skipIf('missing' in database)('seen through the example module that reads PostgreSQL', async () => {
    const databaseUrl = 'url' in database ? database.url : '';
    const receiver = await startBundled('dist/examples/receivers/one-transaction.js', databaseUrl);
    const module = programOf('examples/observers/postgres.mjs');
    const options = { database: '${TEST_DATABASE}' };
    const env = { TEST_DATABASE: databaseUrl };
    const ended = await runWith({ module: { module, options } }, receiver.url, { env });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    expect(ended.stdout).not.toContain(new URL(databaseUrl).password);
  });
});

/** Nothing failed, nothing that has to be seen passed, and somebody says why. */
function expectUnseen(ended: Ended, why: RegExp): void {
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 2, stderr: '' });
  const report = reportOf(ended);
  const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
  expect(verdicts.filter((verdict) => verdict.outcome === 'fail')).toEqual([]);
  const said = report.notices.flatMap(({ sentence, remedy }) => [sentence.text, remedy?.text ?? '']);
  const reasons = verdicts.map((verdict) => `${verdict.because.text} ${verdict.remedy?.text ?? ''}`);
  expect([...said, ...reasons].join('\n')).toMatch(why);
}

describe('an observer that cannot be relied upon', { timeout: LIMIT_MS }, () => {
  it.each([
    ['objects', /Expected a state .*got \{\}/],
    ['errors', /it says: no such table: payments/],
    ['garbage', /printed a line that is no JSON: state is paid/],
    ['twice', /answered question \d+ twice/],
    ['blind', /observer read .*state/],
    ['sees-all', /before|already|nothing had happened/],
  ])('program: %s', async (misbehave, why) => {
    const { base, url } = await startStub();
    const command = { command: PROGRAM, env: { BASE: base, MISBEHAVE: misbehave } };
    const ended = await runWith({ command }, url, { ids: ['duplicates/sequential'] });
    expectUnseen(ended, why);
    const seen = outcomesOf(reportOf(ended));
    for (const invariant of ['single-effect', 'no-loss', 'no-regression'])
      expect(['unknown', 'skipped'], invariant).toContain(seen[`duplicates/sequential#${invariant}`]);
  });

  it('program: dies in the middle, and what it printed holds a secret', async () => {
    const { base, url } = await startStub();
    const command = {
      command: PROGRAM,
      env: { BASE: base, MISBEHAVE: 'dies', AFTER: 200, SECRET: '${DATABASE_PASSWORD}' },
    };
    const env = { DATABASE_PASSWORD: 'correct horse battery' };
    const cwd = freshFolder();
    const ended = await runWith({ command }, url, { ids: ['duplicates/*'], cwd, env });
    expectUnseen(ended, /ended with exit code 3 in the middle of the run/);
    expect(ended.stdout).not.toContain('correct horse');
    const report = reportOf(ended);
    const history = readFileSync(join(cwd, report.run.folder, 'history.ndjson'), 'utf8');
    expect(history).toContain('out of luck [secret]');
    expect(history).not.toContain('correct horse');
  });

  it.each([
    ['throws', /no such table, says SQLite/],
    ['rejects', /connection lost/],
    ['forgets', /got nothing \(undefined\)/],
  ])('module: %s', async (name, why) => {
    const { url } = await startStub();
    expectUnseen(await runWith({ module: `${MODULES}#${name}` }, url, { ids: ['baseline/calm'] }), why);
  });

  it.each<[object, RegExp, RegExp]>([
    [{ command: 'no-such-program-anywhere' }, /exit code 127 before it answered/, /check-observer/],
    [
      { command: { command: PROGRAM, env: { MISBEHAVE: 'newer' } } },
      /speaks protocol 2/,
      /Correct the program/,
    ],
    [
      { command: { command: PROGRAM, env: { MISBEHAVE: 'noise' } } },
      /no JSON: Connected/,
      /Correct the program/,
    ],
    [{ module: './nowhere.mjs' }, /nowhere\.mjs cannot be used/, /relative to the config file/],
    [{ module: `${MODULES}#absent` }, /no export called "absent"/, /Export a function/],
    [{ module: `${MODULES}#empty` }, /sees nothing/, /Return \{ state/],
  ])('%j cannot be used', async (observe, says, remedy) => {
    const { url } = await startStub();
    const cwd = freshFolder();
    writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify({ observe }));
    await expectRefusal(
      ['run', url, '--quiet'],
      { exit: 64, code: 'LOST200_E_OBSERVER', says, remedy },
      { cwd },
    );
  });

  it.each<[object, RegExp, RegExp]>([
    [{ command: { comand: 'x' } }, /observe\.command\.comand" .* is not a known key/, /command/],
    [{ command: 'x {objectId}' }, /uses \{objectId\}/, /docs\/observing\.md/],
    [{ module: { module: './x.mjs', options: 7 } }, /observe\.module/, /./],
  ])('%j is no config', async (observe, says, remedy) => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify({ observe }));
    const args = ['run', 'http://127.0.0.1:9/'];
    await expectRefusal(args, { exit: 64, code: 'LOST200_E_CONFIG', says, remedy }, { cwd });
  });
});

it('Ctrl-C takes the program along, and what it started', async () => {
  const cwd = freshFolder();
  const hanging = join(cwd, 'hanging');
  let webhooks = 0;
  const receiver = await startStub(({ method }) => {
    if (method !== 'POST') return undefined;
    webhooks += 1;
    if (webhooks < 40) return undefined;
    writeFileSync(hanging, '');
    return 'never';
  });
  const command = { command: `${PROGRAM}; true`, env: { BASE: receiver.base, MISBEHAVE: 'family' } };
  writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify({ observe: { command } }));
  const run = start(['run', receiver.url, '--seed', 'programs'], { cwd });
  await appeared(hanging);
  if (process.platform === 'linux') expect(processesWith(run.mark).length).toBeGreaterThanOrEqual(4);
  run.process.kill('SIGINT');
  expect((await run.ended).code).toBe(130);
});

async function appeared(path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${path} did not appear`)), 15_000);
    const watcher = watch(join(path, '..'), () => {
      if (!existsSync(path)) return;
      clearTimeout(limit);
      watcher.close();
      resolve();
    });
  });
}

interface Kit {
  readonly outcome: string;
  readonly checks: readonly {
    readonly check: string;
    readonly outcome: string;
    readonly text: string;
    readonly remedy?: string;
  }[];
}

describe('check-observer', () => {
  const check = async (
    misbehave: string,
    ...args: readonly string[]
  ): Promise<Kit & { readonly code: number | null }> => {
    const ended = await lost200(['check-observer', '--command', PROGRAM, ...args, '--json'], {
      env: { MISBEHAVE: misbehave },
    });
    expect(ended.stderr).toBe('');
    return { code: ended.code, ...(JSON.parse(ended.stdout) as Kit) };
  };

  it('finds nothing wrong with a right program, and says what it saw', async () => {
    const { code, outcome, checks } = await check('', '--object', 'o1', '--event', 'e1');
    expect({ code, outcome }).toEqual({ code: 0, outcome: 'pass' });
    const ids = 'starts unknown-object known-object side-by-side odd-ids unknown-question in-time ends';
    expect(checks.map((one) => one.check)).toEqual(ids.split(' '));
    expect(checks.every((one) => one.outcome === 'pass')).toBe(true);
    expect(checks[2]?.text).toBe('state "paid"; effects: 1 × ledger');
  });

  it.each([
    ['newer', 'starts', /speaks protocol 2/],
    ['sees-all', 'unknown-object', /nobody has: state "paid"/],
    ['errors', 'unknown-object', /no such table/],
    ['twice', 'unknown-question', /./],
    ['crosses-ids', 'side-by-side', /was first .*, and among many reads/],
    ['objects', 'known-object', /got \{\}/],
    ['blind', 'unknown-question', /answered with \{/],
    ['dies', 'unknown-object', /exit code 3/],
    ['exit-1', 'ends', /exit code 1/],
    ['last-words', 'ends', /no JSON: Bye\./],
    ['deaf', 'ends', /still there 2000 ms after/],
  ])('finds what is wrong: %s', async (misbehave, id, text) => {
    const { code, outcome, checks } = await check(misbehave, '--object', 'o1');
    expect({ code, outcome }).toEqual({ code: 1, outcome: 'fail' });
    const failed = checks.filter((one) => one.outcome === 'fail');
    for (const one of failed) expect(one.remedy).toMatch(/\.$/);
    if (misbehave === 'twice') expect(failed.length).toBeGreaterThan(0);
    else expect(failed.find((one) => one.check === id)?.text).toMatch(text);
  });

  it('takes the config, modules too, and is read by people', async () => {
    const cwd = freshFolder();
    const observe = { command: { command: PROGRAM }, module: MODULES };
    writeFileSync(join(cwd, 'lost200.config.json'), JSON.stringify({ exec: 'x', observe }));
    const ended = await lost200(['check-observer', '--object', 'o1'], { cwd });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(
      /^observe\.command\nok {4}starts[\s\S]*\n\nobserve\.module\nok[\s\S]*ok {4}closes/,
    );
    expect(ended.stdout).toMatch(/\n\nEvery check held\.\n$/);
    const wrong = await lost200(['check-observer', '--module', `${MODULES}#throws`], {
      cwd,
      env: { SECRET_WORD: 'x' },
    });
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(/FAIL {2}unknown-object .*no such table, x\n +→ Answer null/);
    expect(wrong.stdout).toMatch(/\n\nChecks that failed: \d\.\n$/);
    expect(wrong.stdout).not.toContain('observe.command\n');
  });

  it('finds a module that does not close', async () => {
    const ended = await lost200(['check-observer', '--module', `${MODULES}#lingers`, '--json']);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    const { checks } = JSON.parse(ended.stdout) as Kit;
    const failed = checks.filter((one) => one.outcome === 'fail');
    expect(failed.map((one) => one.check)).toEqual(['closes']);
    expect(failed[0]?.text).toMatch(/^close\(\) had not resolved after 2000 ms$/);
  });

  it('refuses to check nothing', async () => {
    const refusal = { exit: 64, code: 'LOST200_E_USAGE' };
    await expectRefusal(['check-observer'], {
      ...refusal,
      says: /no observer to check/,
      remedy: /--command/,
    });
    const args = ['check-observer', '--command', 'x', '--event', 'e1'];
    await expectRefusal(args, { ...refusal, says: /--event .* without --object/, remedy: /--object/ });
  });

  const interpreter = python('the example observer');
  it.skipIf('missing' in interpreter)('finds nothing wrong with the example in Python', async () => {
    const cwd = freshFolder();
    const tables = `
import sqlite3
database = sqlite3.connect("payments.db")
database.execute("CREATE TABLE payments (id TEXT, status TEXT)")
database.execute("CREATE TABLE ledger (payment_id TEXT, event_id TEXT)")
database.execute("INSERT INTO payments VALUES ('p1', 'paid')")
database.execute("INSERT INTO ledger VALUES ('p1', 'e1'), ('p1', 'e1')")
database.commit()`;
    expect(spawnSync('python3', ['-c', tables], { cwd }).status).toBe(0);
    const command = `python3 "${programOf('examples/observers/observer.py')}"`;
    const args = ['check-observer', '--command', command, '--object', 'p1', '--json'];
    const ended = await lost200(args, { cwd });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const { checks } = JSON.parse(ended.stdout) as Kit;
    expect(checks.find((one) => one.check === 'known-object')?.text).toBe(
      'state "paid"; effects: 2 × ledger',
    );
  });
});
