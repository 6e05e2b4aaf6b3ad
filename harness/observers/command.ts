/** A program of the user's, in any language, as a view of the receiver's state: JSON in, JSON out, one object per line. */
import type { CommandObserverSettings } from '../config/settings.ts';
import type { SeenEffect } from '../../simulator/history.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { effectsFrom, shown, stateFrom, valuesFrom } from './answers.ts';
import type { Observer, Subject } from './observer.ts';
import { ObserverProgram } from './program/program.ts';
import { questionOf, type Hello, type Sense } from './program/protocol.ts';
import type { ObserverContext } from './values.ts';

/**
 * Starts the program, once for the whole run, and says hello. It is ended with the run, and with everything that it started.
 * @throws Lost200Error LOST200_E_OBSERVER when it does not start or does not speak the protocol, LOST200_E_INTERRUPTED; nothing
 * is left running then
 */
export async function createCommandObserver(
  settings: CommandObserverSettings,
  context: ObserverContext,
): Promise<Observer> {
  const { program, hello } = await startProgram(settings, context);
  return observerOf(program, settings, hello);
}

/** The same for the test kit, which asks what no observer asks. */
export async function startProgram(
  settings: CommandObserverSettings,
  context: ObserverContext,
): Promise<{ readonly program: ObserverProgram; readonly hello: Hello }> {
  const program = new ObserverProgram(settings);
  try {
    return { program, hello: await program.hello(context) };
  } catch (error) {
    await program.close();
    if (context.signal?.aborted === true)
      throw new Lost200Error(
        'LOST200_E_INTERRUPTED',
        'Interrupted while the observer was starting.',
        'Run it again.',
        { cause: error },
      );
    throw new Lost200Error(
      'LOST200_E_OBSERVER',
      reasonOf(error),
      'Correct the program or observe.command, and try it alone: lost200 check-observer --command "…" says what it lacks.',
      { cause: error },
    );
  }
}

/** What a program that said hello can see. Every read is one question, or one for each event if it counts effects by event. */
export function observerOf(
  program: ObserverProgram,
  settings: CommandObserverSettings,
  { sees, effectsBy }: Hello,
): Observer {
  const ask = async (
    kind: Sense,
    subject: Subject,
    signal: AbortSignal,
    eventId?: string,
  ): Promise<{ readonly value: unknown; readonly what: string }> => {
    const of = eventId === undefined ? `object ${subject.objectId}` : `event ${eventId}`;
    const what = `"${kind}" of ${of} from the observer "${settings.command}"`;
    const fields = await program.ask(questionOf(kind, subject, eventId), signal);
    const { error } = fields;
    const value = fields[kind];
    if (error === undefined) return { value, what };
    if (typeof error === 'string' && value === undefined) throw new Error(`No ${what}: it says: ${error}`);
    throw new Error(
      `No ${what}: an answer holds "${kind}", or else "error" with a text, but this one held ${shown(fields)}`,
    );
  };
  return {
    name: 'command',
    ...(sees.includes('state') && {
      readState: async (subject: Subject, signal: AbortSignal) => {
        const { value, what } = await ask('state', subject, signal);
        return stateFrom(value, what);
      },
    }),
    ...(sees.includes('values') && {
      readValues: async (subject: Subject, signal: AbortSignal) => {
        const { value, what } = await ask('values', subject, signal);
        return valuesFrom(value, what);
      },
    }),
    ...(sees.includes('effects') && {
      readEffects: async (subject: Subject, signal: AbortSignal) => {
        const read = async (eventId?: string): Promise<readonly SeenEffect[]> => {
          const { value, what } = await ask('effects', subject, signal, eventId);
          return effectsFrom(value, subject, eventId, what);
        };
        if (effectsBy === 'object') return read();
        return (await Promise.all(subject.eventIds.map((eventId) => read(eventId)))).flat();
      },
    }),
    readsEffectsBy: effectsBy,
    close: async () => {
      await program.close();
    },
  };
}
