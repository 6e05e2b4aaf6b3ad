/** Every check of the test kit, in the order in which they are made. */
import { wallClock } from '../../../simulator/clock.ts';
import { reasonOf } from '../../reason.ts';
import { shown } from '../answers.ts';
import { CLOSE_TIMEOUT_MS } from '../module.ts';
import type { Subject } from '../observer.ts';
import { END_TIMEOUT_MS, IN_FLIGHT_MAX } from '../program/protocol.ts';
import { describeLook, isNothing, look, type Bench, type Check, type Finding, type Look } from './check.ts';

const pass = (text: string): Finding => ({ outcome: 'pass', text });
const fail = (text: string, remedy: string): Finding => ({ outcome: 'fail', text, remedy });
const skipped = (text: string): Finding => ({ outcome: 'skipped', text });

/** Ids that break out of queries, paths and lines that they are pasted into. */
const ODD_IDS = [`o'; --`, '"}{\\', 'é☃ %2F/../', 'line\nend', 'x'.repeat(300)];

/** The observer says hello or loads before any check is made; this one has only to say what came of it. */
const starts: Check = {
  id: 'starts',
  title: 'it starts, and says what it sees',
  run: async ({ observer }) => {
    const { readState, readEffects, readValues } = observer;
    const senses = [readState && 'states', readEffects && 'effects', readValues && 'values'].filter(Boolean);
    const by = readEffects === undefined ? '' : `, counted by ${observer.readsEffectsBy}`;
    return pass(`it sees ${senses.join(' and ')}${by}`);
  },
};

const unknownObject: Check = {
  id: 'unknown-object',
  title: 'an object that nobody has is no state, no effects and no values, and no error',
  run: async (bench) => {
    const remedy =
      'Answer null for the state and the values and [] for the effects when there is no such object: it is asked before the first event.';
    try {
      const seen = await look(bench, bench.stranger);
      if (isNothing(seen)) return pass(describeLook(seen));
      return fail(`of object ${bench.stranger.objectId}, which nobody has: ${describeLook(seen)}`, remedy);
    } catch (error) {
      return fail(reasonOf(error), remedy);
    }
  },
};

const knownObject: Check = {
  id: 'known-object',
  title: 'the object that you name is seen',
  run: async (bench) => {
    const { known, observer } = bench;
    if (known === undefined) return skipped('give --object (and --event) of an object that the receiver has');
    try {
      const seen = await look(bench, known);
      if (seen.state === null)
        return fail(
          `it sees no object ${known.objectId}`,
          'Give --object an id that the receiver has, or look at how the observer finds objects.',
        );
      const isBlind = observer.readsEffectsBy === 'event' && known.eventIds.length === 0;
      const hint = observer.readEffects && isBlind ? ' (effects are asked by event: give --event)' : '';
      return pass(`${describeLook(seen)}${hint}`);
    } catch (error) {
      return fail(reasonOf(error), 'Mend what the observer does with this object.');
    }
  },
};

const sideBySide: Check = {
  id: 'side-by-side',
  title: 'many reads at once get each its own answer, the same as alone',
  run: async (bench) => {
    const subjects = [bench.stranger, ...(bench.known ? [bench.known] : [])];
    const remedy =
      'Give every answer the "id" of its own question, whatever their order; a read may change nothing.';
    try {
      const alone = new Map<Subject, Look>();
      for (const subject of subjects) alone.set(subject, await look(bench, subject));
      const many = Array.from({ length: IN_FLIGHT_MAX }, () => subjects).flat();
      const together = await Promise.all(
        many.map(async (subject) => ({ subject, seen: await look(bench, subject) })),
      );
      const odd = together.find(
        ({ subject, seen }) => JSON.stringify(seen) !== JSON.stringify(alone.get(subject)),
      );
      if (odd === undefined) return pass(`${many.length} objects were read at once`);
      const before = describeLook(alone.get(odd.subject) ?? {});
      return fail(
        `object ${odd.subject.objectId} was first "${before}", and among many reads "${describeLook(odd.seen)}"`,
        remedy,
      );
    } catch (error) {
      return fail(reasonOf(error), remedy);
    }
  },
};

const oddIds: Check = {
  id: 'odd-ids',
  title: 'an id with quotes, braces or a line break is an id that nobody has',
  run: async (bench) => {
    for (const objectId of ODD_IDS) {
      const seen = await look(bench, { ...bench.stranger, objectId }).catch(() => undefined);
      if (bench.program?.isBroken === true)
        return fail(
          `the program did not survive the id ${shown(objectId)}`,
          'Catch what goes wrong with one question and answer it with "error".',
        );
      if (seen !== undefined && !isNothing(seen))
        return fail(
          `of the id ${shown(objectId)}: ${describeLook(seen)}`,
          'Hand ids to queries as bound parameters, never as part of their text.',
        );
    }
    return pass(`${ODD_IDS.length} ids`);
  },
};

const unknownQuestion: Check = {
  id: 'unknown-question',
  title: 'a question of an unknown kind is answered with an error',
  of: 'command',
  run: async ({ program, stranger, signal }) => {
    if (program === undefined) return skipped('this is no command');
    const remedy =
      'Answer kinds that you do not know with {"id": …, "error": "unknown kind"}: later versions may ask more.';
    try {
      const fields = await program.ask({ kind: 'check', ...stranger }, signal);
      if (typeof fields['error'] === 'string') return pass(`it says: ${fields['error']}`);
      return fail(`the question for "check" was answered with ${shown(fields)}`, remedy);
    } catch (error) {
      return fail(reasonOf(error), remedy);
    }
  },
};

const inTime: Check = {
  id: 'in-time',
  title: 'every answer comes in time',
  run: async ({ tookMs, timeoutMs }) => {
    if (tookMs.length === 0) return skipped('nothing was read');
    const slowest = Math.ceil(Math.max(...tookMs));
    const text = `the slowest of ${tookMs.length} reads took ${slowest} ms (bound: ${timeoutMs} ms)`;
    return slowest <= timeoutMs
      ? pass(text)
      : fail(text, 'Answer faster, or give observe.command.timeout more.');
  },
};

const ends: Check = {
  id: 'ends',
  title: 'it ends by itself when its input ends, having printed nothing but answers',
  of: 'command',
  run: async (bench) => {
    const wasBroken = bench.program?.isBroken === true;
    const end = await bench.close();
    if (end === undefined) return skipped('this is no command');
    if (end.broken !== undefined)
      return wasBroken
        ? skipped('it broke before that')
        : fail(end.broken, 'Print one line per question, and no other.');
    if (end.exitCode === undefined)
      return fail(
        `it was still there ${END_TIMEOUT_MS} ms after its standard input had ended, or was ended by a signal`,
        'Read standard input line by line until it ends, then exit; lost200 ends it by force otherwise.',
      );
    if (end.exitCode !== 0)
      return fail(`it ended with exit code ${end.exitCode}`, 'Exit with 0 when standard input ends.');
    if (end.leftProcesses)
      return fail('it left processes behind', 'End what the program started before it exits.');
    return pass(`exit code 0 after ${end.tookMs} ms`);
  },
};

const closes: Check = {
  id: 'closes',
  title: 'close() resolves in time',
  of: 'module',
  run: async (bench: Bench) => {
    const startedMs = wallClock.tickMs();
    await bench.close();
    const tookMs = Math.round(wallClock.tickMs() - startedMs);
    if (tookMs < CLOSE_TIMEOUT_MS) return pass(`closed after ${tookMs} ms`);
    return fail(
      `close() had not resolved after ${CLOSE_TIMEOUT_MS} ms`,
      'End what the module holds open, and let close() resolve then.',
    );
  },
};

export const observerChecks: readonly Check[] = [
  starts,
  unknownObject,
  knownObject,
  sideBySide,
  oddIds,
  unknownQuestion,
  inTime,
  ends,
  closes,
];
