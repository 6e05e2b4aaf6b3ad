/** Observer programs, right and wrong, each a process of its own. */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { isGroupAlive } from '../receiver/process-group.ts';
import { createCommandObserver, startProgram } from './command.ts';
import type { Observer, Subject } from './observer.ts';
import { IN_FLIGHT_MAX } from './program/protocol.ts';

const PROGRAM = `exec "${process.execPath}" "${fileURLToPath(new URL('fixtures/program.mjs', import.meta.url))}"`;
const context = { namespace: 'ns', port: 3000 };
const never = new AbortController().signal;
const known: Subject = { objectId: 'o1', eventIds: ['e1', 'e2'], fixed: { tenant: '7' } };

const opened: Observer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((observer) => observer.close()));
});

async function observing(
  env: Readonly<Record<string, string>> = {},
  timeoutMs = 2000,
  command: string = PROGRAM,
): Promise<Observer> {
  const observer = await createCommandObserver({ command, env, timeoutMs }, context);
  opened.push(observer);
  return observer;
}

const stateOf = (observer: Observer, subject = known, signal = never): Promise<string | null> =>
  observer.readState?.(subject, signal) ?? Promise.reject(new Error('it sees no states'));
const effectsOf = (observer: Observer, subject = known): Promise<unknown> =>
  observer.readEffects?.(subject, never) ?? Promise.reject(new Error('it sees no effects'));

describe('a right program', () => {
  test('states and effects, whole or by event, many at once', async () => {
    const [whole, byEvent] = await Promise.all([observing(), observing({ BY: 'event' })]);
    const effect = { kind: 'ledger', eventId: 'e1', objectId: 'o1' };
    expect([whole.readsEffectsBy, byEvent.readsEffectsBy]).toEqual(['object', 'event']);
    expect(await effectsOf(whole)).toEqual([effect]);
    expect(await effectsOf(byEvent)).toEqual([effect]);
    const nobody = { ...known, objectId: 'nobody' };
    const subjects = Array.from({ length: 5 * IN_FLIGHT_MAX }, (_, index) => (index % 2 ? known : nobody));
    const states = await Promise.all(subjects.map((subject) => stateOf(whole, subject)));
    expect(states).toEqual(subjects.map((subject) => (subject === known ? 'paid' : null)));
  });

  test('what it is told, word for word, and how an end of input ends it', async () => {
    const says = `read hello; echo '{"protocol":1,"sees":["state"]}'; read question; echo "{\\"id\\":1,\\"state\\":$(printf '%s' "$hello $question" | "${process.execPath}" -e 'process.stdin.on("data",(d)=>console.log(JSON.stringify(String(d))))')}"; read nothing; exit 0`;
    const { program, hello } = await startProgram({ command: says, env: {}, timeoutMs: 2000 }, context);
    expect(hello).toEqual({ sees: ['state'], effectsBy: 'object' });
    const { state } = await program.ask({ kind: 'state', ...known }, never);
    expect(state).toBe(
      '{"protocol":1,"kind":"hello","namespace":"ns","port":3000} {"kind":"state","id":1,"objectId":"o1","eventIds":["e1","e2"],"fixed":{"tenant":"7"}}',
    );
    expect(await program.close()).toMatchObject({ exitCode: 0, leftProcesses: false, broken: undefined });
  });

  test('values, of an owner too', async () => {
    const observer = await observing({ SEES: 'values' });
    expect([observer.readState, observer.readEffects]).toEqual([undefined, undefined]);
    const read = (subject: Subject): unknown => observer.readValues?.(subject, never);
    expect(await read({ ...known, ownerId: 'cus_1' })).toEqual({ paid: 5, owner: 'cus_1' });
    expect(await read({ ...known, objectId: 'nobody' })).toBeNull();
  });

  test('a read that is given up leaves the next ones alone, its late answer too', async () => {
    const observer = await observing({ MISBEHAVE: 'late' }, 150);
    await expect(stateOf(observer)).rejects.toThrow(
      /gave no answer to the question for state of object o1 within 150 ms\. .*flush/,
    );
    const interrupted = stateOf(observer, known, AbortSignal.timeout(20));
    await expect(interrupted).rejects.toThrow('interrupted');
    // Each answer comes 400 ms after its question: those of the reads before come in the middle of this one.
    const patient = await observing({ MISBEHAVE: 'late' }, 2000);
    expect(await stateOf(patient)).toBe('late');
  });

  test('errors are of one read alone', async () => {
    const observer = await observing({ MISBEHAVE: 'errors', AFTER: '2' });
    expect(await stateOf(observer)).toBe('paid');
    await expect(stateOf(observer)).rejects.toThrow(
      /^No "state" of object o1 from the observer .*: it says: no such table: payments$/,
    );
  });
});

describe('a wrong program', () => {
  test.each<[string, RegExp]>([
    ['newer', /speaks protocol 2, and this lost200 speaks 1\. Install a newer lost200/],
    ['no-protocol', /answered the hello line without its protocol: \{"sees":\["state"\]\}/],
    ['sees-nothing', /says that it sees \[\]\. "sees" must be a list of at least one of/],
    ['sees-rows', /says that it sees \["rows"\]/],
    ['by-day', /counts effects by "day"\. "effectsBy" must be "object" or "event"/],
    [
      'noise',
      /printed a line that is no JSON: Connected to the database\.\. Standard output is for answers alone/,
    ],
    [
      'dies-at-once',
      /ended with exit code 4 before it answered the hello line[\s\S]*standard error ends with:\nno driver$/,
    ],
  ])('%s: does not start', async (misbehave, message) => {
    await expect(observing({ MISBEHAVE: misbehave })).rejects.toMatchObject({
      code: 'LOST200_E_OBSERVER',
      message: expect.stringMatching(message) as string,
      remedy: expect.stringMatching(/check-observer/) as string,
    });
  });

  test('a program that is not there, and one whose start is interrupted', async () => {
    await expect(observing({}, 100, 'no-such-program-anywhere')).rejects.toMatchObject({
      code: 'LOST200_E_OBSERVER',
      message: expect.stringMatching(/ended with exit code 127 before .*[\s\S]*not found/) as string,
    });
    const settings = { command: PROGRAM, env: { MISBEHAVE: 'silent' }, timeoutMs: 100 };
    const start = createCommandObserver(settings, { ...context, signal: AbortSignal.timeout(100) });
    await expect(start).rejects.toMatchObject({ code: 'LOST200_E_INTERRUPTED' });
  });

  test.each<[string, RegExp]>([
    ['dies', /ended with exit code 3 in the middle of the run\..*[\s\S]*out of luck/],
    ['garbage', /printed a line that is no JSON: state is paid/],
    ['list', /printed a line that is no JSON object: \[1\]/],
    ['no-id', /printed an answer whose "id" is nothing \(undefined\): \{"state":"paid"\}/],
    ['other-id', /answered question 1001, which was never asked/],
    ['long-line', /printed a line of more than 1048576 bytes/],
    ['closes-output', /closed its standard output/],
  ])('%s: this read and every later one fail', async (misbehave, message) => {
    const observer = await observing({ MISBEHAVE: misbehave });
    await expect(stateOf(observer)).rejects.toThrow(message);
    await expect(effectsOf(observer)).rejects.toThrow(message);
  });

  test('two answers to one question: every later read fails', async () => {
    const observer = await observing({ MISBEHAVE: 'twice' });
    await stateOf(observer).catch(() => undefined);
    await expect(stateOf(observer)).rejects.toThrow(/answered question 1 twice/);
  });

  test('a program that hangs is asked no more after a while', async () => {
    const observer = await observing({ MISBEHAVE: 'hangs' }, 60);
    for (let read = 0; read < 3; read += 1) await expect(stateOf(observer)).rejects.toThrow(/gave no answer/);
    await expect(stateOf(observer)).rejects.toThrow(/has not answered anything for \d+ ms, and is not asked/);
  });

  test.each<[string, RegExp, RegExp]>([
    ['objects', /^Expected a state .*, got \{\}$/, /^Expected a list of effects .*, got \{\}$/],
    ['nothing-said', /got nothing \(undefined\)$/, /got nothing \(undefined\)$/],
    ['no-kind', /^$/, /but element 0 has no "kind" \(a text\): \{"type":"ledger"\}$/],
    ['foreign', /^$/, /but element 0 is of object another, not o1/],
    ['both', /an answer holds "state", or else "error"/, /an answer holds "effects", or else "error"/],
  ])('%s: the read fails, and says what is expected', async (misbehave, ofState, ofEffects) => {
    const observer = await observing({ MISBEHAVE: misbehave });
    if (ofState.source !== '^$') await expect(stateOf(observer)).rejects.toThrow(ofState);
    else expect(await stateOf(observer)).toBe('paid');
    await expect(effectsOf(observer)).rejects.toThrow(ofEffects);
  });

  test.each(['deaf', 'family'])('%s: it is ended, with all that it started', async (misbehave) => {
    const settings = { command: PROGRAM, env: { MISBEHAVE: misbehave }, timeoutMs: 2000 };
    const { program } = await startProgram(settings, context);
    await program.ask({ kind: 'state', ...known }, never);
    const end = await program.close();
    expect(isGroupAlive(program.group ?? 0)).toBe(false);
    expect(end.exitCode).toBe(misbehave === 'deaf' ? undefined : 0);
    expect(end.leftProcesses).toBe(misbehave === 'family');
    await expect(program.ask({ kind: 'state', ...known }, never)).rejects.toThrow(/was closed/);
  });
});
