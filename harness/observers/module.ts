/** A function of the user's, in this process, as a view of the receiver's state. */
import type { SeenEffect } from '../../simulator/history.ts';
import type { ModuleObserverSettings } from '../config/settings.ts';
import { abortable, DeadlineError, withDeadline } from '../deadline.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { loadFunction } from '../user-module.ts';
import { effectsFrom, shown, stateFrom, valuesFrom } from './answers.ts';
import type { CreateObserverModule, ObserverModule } from './observer-module.ts';
import type { Observer, Subject } from './observer.ts';
import type { ObserverContext } from './values.ts';

const START_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 5000;
/** How long `close()` is waited for. */
export const CLOSE_TIMEOUT_MS = 2000;
const KEYS = ['state', 'effects', 'values', 'effectsBy', 'close'];

/**
 * Loads the module (ESM, CommonJS or TypeScript) and calls its export once. Results are checked like the answers of routes. A
 * module that blocks the process blocks lost200: only what waits can be timed.
 * @throws Lost200Error LOST200_E_OBSERVER when it cannot be loaded or is of another shape, LOST200_E_INTERRUPTED
 */
export async function createModuleObserver(
  settings: ModuleObserverSettings,
  context: ObserverContext,
): Promise<Observer> {
  const name = nameOf(settings);
  const load = async (): Promise<ObserverModule> => {
    const create = await exportOf(settings);
    const { namespace, port } = context;
    const made: unknown = await create({
      namespace,
      ...(port !== undefined && { port }),
      options: settings.options,
    });
    return checkShape(made, name);
  };
  try {
    const module = await withDeadline(START_TIMEOUT_MS, context.signal, (signal) =>
      abortable(load(), signal),
    );
    return observerOf(module, name);
  } catch (error) {
    if (error instanceof Lost200Error) throw error;
    if (context.signal?.aborted === true)
      throw new Lost200Error(
        'LOST200_E_INTERRUPTED',
        'Interrupted while the observer module was loading.',
        'Run it again.',
        { cause: error },
      );
    throw shapeError(
      `The observer module ${name} cannot be used: ${reasonOf(error)}`,
      'Correct the path (relative to the config file) or the module.',
      error,
    );
  }
}

function nameOf({ specifier, exportName }: ModuleObserverSettings): string {
  return exportName === 'default' ? specifier : `${specifier}#${exportName}`;
}

async function exportOf(settings: ModuleObserverSettings): Promise<CreateObserverModule> {
  const { specifier, exportName } = settings;
  const { found, names } = await loadFunction(settings);
  if (found !== undefined) return found as CreateObserverModule;
  const wanted = exportName === 'default' ? 'default export' : `export called "${exportName}"`;
  throw shapeError(
    `The observer module ${specifier} has no ${wanted} that is a function; it exports: ${names.join(', ') || 'nothing'}.`,
    'Export a function (context) => ({ state, effects, close }), and name it: observe.module: ./observer.mjs#name',
  );
}

function checkShape(made: unknown, name: string): ObserverModule {
  const remedy =
    'Return { state(subject), effects(subject), values(subject), close() }, with at least one of the first three.';
  if (typeof made !== 'object' || made === null)
    throw shapeError(`The observer module ${name} returned ${shown(made)}, and no observer.`, remedy);
  const { state, effects, values, effectsBy, close } = made as Readonly<Record<string, unknown>>;
  const wrong = Object.entries({ state, effects, values, close }).find(
    ([, value]) => value !== undefined && typeof value !== 'function',
  );
  if (wrong !== undefined)
    throw shapeError(
      `In the observer module ${name}, "${wrong[0]}" is ${shown(wrong[1])}, no function.`,
      remedy,
    );
  if (effectsBy !== undefined && effectsBy !== 'object' && effectsBy !== 'event')
    throw shapeError(
      `In the observer module ${name}, "effectsBy" is ${shown(effectsBy)}.`,
      'Set it to "object" or "event", or leave it out.',
    );
  if (state !== undefined || effects !== undefined || values !== undefined) return made;
  const keys = Object.keys(made).filter((key) => !KEYS.includes(key));
  const others = keys.length === 0 ? '' : ` (it has: ${keys.join(', ')})`;
  throw shapeError(
    `The observer module ${name} sees nothing: it has neither state nor effects nor values${others}.`,
    remedy,
  );
}

function observerOf(module: ObserverModule, name: string): Observer {
  const { effectsBy = 'object' } = module;
  const call = async (
    what: string,
    outer: AbortSignal,
    work: (signal: AbortSignal) => unknown,
  ): Promise<unknown> => {
    try {
      return await withDeadline(READ_TIMEOUT_MS, outer, async (signal) => {
        signal.throwIfAborted();
        return abortable(Promise.resolve(work(signal)), signal);
      });
    } catch (error) {
      const late = error instanceof DeadlineError ? ' It must resolve or reject.' : '';
      throw new Error(`No ${what}: ${reasonOf(error)}${late}`, { cause: error });
    }
  };
  return {
    name: 'module',
    ...(module.state && {
      readState: async (subject: Subject, outer: AbortSignal) => {
        const what = `state of object ${subject.objectId} from the module ${name}`;
        return stateFrom(await call(what, outer, (signal) => module.state?.(subject, signal)), what);
      },
    }),
    ...(module.values && {
      readValues: async (subject: Subject, outer: AbortSignal) => {
        const what = `values of object ${subject.objectId} from the module ${name}`;
        return valuesFrom(await call(what, outer, (signal) => module.values?.(subject, signal)), what);
      },
    }),
    ...(module.effects && {
      readEffects: async (subject: Subject, outer: AbortSignal) => {
        const read = async (asked: Subject, eventId?: string): Promise<readonly SeenEffect[]> => {
          const of = eventId === undefined ? `object ${subject.objectId}` : `event ${eventId}`;
          const what = `effects of ${of} from the module ${name}`;
          const value = await call(what, outer, (signal) => module.effects?.(asked, signal));
          return effectsFrom(value, subject, eventId, what);
        };
        if (effectsBy === 'object') return read(subject);
        const reads = subject.eventIds.map((eventId) => read({ ...subject, eventIds: [eventId] }, eventId));
        return (await Promise.all(reads)).flat();
      },
    }),
    readsEffectsBy: effectsBy,
    close: async () => {
      // What a module does at the end cannot change what was seen.
      const signal = new AbortController().signal;
      const closing = async (): Promise<unknown> => module.close?.();
      await withDeadline(CLOSE_TIMEOUT_MS, signal, (until) => abortable(closing(), until)).catch(
        () => undefined,
      );
    },
  };
}

function shapeError(message: string, remedy: string, cause?: unknown): Lost200Error {
  return new Lost200Error('LOST200_E_OBSERVER', message, remedy, cause === undefined ? undefined : { cause });
}
