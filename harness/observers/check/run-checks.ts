/** Starts one observer of the user's and makes every check on it. */
import { fillIdShape } from '../../../simulator/random.ts';
import type { CommandObserverSettings, ModuleObserverSettings } from '../../config/settings.ts';
import { Lost200Error } from '../../errors.ts';
import { observerOf, startProgram } from '../command.ts';
import { createModuleObserver } from '../module.ts';
import type { Subject } from '../observer.ts';
import { READ_TIMEOUT_MS } from '../program/protocol.ts';
import type { ObserverContext } from '../values.ts';
import type { Bench, Finding } from './check.ts';
import { observerChecks } from './checks.ts';

export type CheckedObserver =
  | { readonly kind: 'command'; readonly settings: CommandObserverSettings }
  | { readonly kind: 'module'; readonly settings: ModuleObserverSettings };

export interface CheckInput {
  readonly observer: CheckedObserver;
  readonly objectId?: string;
  readonly eventIds: readonly string[];
  readonly fixed: Readonly<Record<string, string>>;
  /** Shapes of ids, see `fillIdShape`. */
  readonly shapes: { readonly object: string; readonly event: string };
  readonly signal: AbortSignal;
}

export interface Checked extends Finding {
  readonly observer: 'command' | 'module';
  /** The check's id. */
  readonly check: string;
}

/**
 * Resolves with one finding per check. The observer has ended then.
 * @throws Lost200Error LOST200_E_INTERRUPTED
 */
export async function runChecks(input: CheckInput): Promise<readonly Checked[]> {
  const { kind } = input.observer;
  const checks = observerChecks.filter((check) => check.of === undefined || check.of === kind);
  const checked = (check: string, finding: Finding): Checked => ({ observer: kind, check, ...finding });
  let bench: Bench;
  try {
    bench = await startBench(input);
  } catch (error) {
    if (!(error instanceof Lost200Error) || error.code !== 'LOST200_E_OBSERVER') throw error;
    const { message: text } = error;
    // What is made here need not be recommended.
    const remedy = kind === 'command' ? 'Correct the program, or the command that starts it.' : error.remedy;
    const [first, ...others] = checks;
    return [
      checked(first?.id ?? 'starts', { outcome: 'fail', text, remedy }),
      ...others.map(({ id }) => checked(id, { outcome: 'skipped', text: 'it did not start' })),
    ];
  }
  try {
    const findings: Checked[] = [];
    for (const check of checks) {
      const isLost = bench.program?.isBroken === true && check.id !== 'ends';
      const finding: Finding = isLost
        ? { outcome: 'skipped', text: 'not tried: the program broke before' }
        : await check.run(bench);
      if (input.signal.aborted) throw interrupted();
      findings.push(checked(check.id, finding));
    }
    return findings;
  } finally {
    await bench.close();
  }
}

async function startBench(input: CheckInput): Promise<Bench> {
  const { observer: checkedObserver, objectId, eventIds, fixed, signal } = input;
  const context: ObserverContext = { namespace: 'check-observer', signal };
  const shared = {
    ...(objectId !== undefined && { known: { objectId, eventIds, fixed } }),
    stranger: strangerOf(input),
    signal,
    tookMs: [],
  };
  if (checkedObserver.kind === 'module') {
    const observer = await createModuleObserver(checkedObserver.settings, context);
    return {
      ...shared,
      observer,
      timeoutMs: READ_TIMEOUT_MS,
      close: async () => {
        await observer.close();
        return undefined;
      },
    };
  }
  const { settings } = checkedObserver;
  const { program, hello } = await startProgram(settings, context);
  const observer = observerOf(program, settings, hello);
  return { ...shared, observer, program, timeoutMs: settings.timeoutMs, close: () => program.close() };
}

/** An object of the same shape as the one named, or as the config says. */
function strangerOf({ objectId, eventIds, shapes, fixed }: CheckInput): Subject {
  const eventId = eventIds[0];
  const made = (shape: string): string => fillIdShape(shape, 'check-observer', 'stranger');
  return {
    objectId: objectId === undefined ? made(shapes.object) : altered(objectId),
    eventIds: [eventId === undefined ? made(shapes.event) : altered(eventId)],
    fixed,
  };
}

const ALPHABETS = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];
/** No row of a test database has it, and a 32-bit column can be asked for it. */
const UNUSED_NUMBER = '1987654321';

/** An id of the same kind (a number, a UUID, a prefix and letters), in which every letter and digit is another one. */
function altered(id: string): string {
  if (/^\d+$/.test(id)) return UNUSED_NUMBER;
  return Array.from(id)
    .map((letter) => {
      const alphabet = ALPHABETS.find((some) => some.includes(letter));
      if (alphabet === undefined) return letter;
      return alphabet[(alphabet.indexOf(letter) + 3) % alphabet.length] ?? letter;
    })
    .join('');
}

function interrupted(): Lost200Error {
  return new Lost200Error(
    'LOST200_E_INTERRUPTED',
    'Interrupted while an observer was checked.',
    'Run it again.',
  );
}
