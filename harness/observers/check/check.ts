/** The test kit for observers that users write: what one check is, and what it has to look at. */
import { wallClock } from '../../../simulator/clock.ts';
import type { SeenEffect } from '../../../simulator/history.ts';
import type { JsonObject } from '../../../simulator/json.ts';
import { shown } from '../answers.ts';
import type { Observer, Subject } from '../observer.ts';
import type { ObserverProgram, ProgramEnd } from '../program/program.ts';

export interface Finding {
  readonly outcome: 'pass' | 'fail' | 'skipped';
  readonly text: string;
  /** What to do about it; with every failure. */
  readonly remedy?: string;
}

/** An observer that has started, alone: no receiver is attacked. */
export interface Bench {
  readonly observer: Observer;
  /** Of a command only. */
  readonly program?: ObserverProgram;
  /** What the user says is there. */
  readonly known?: Subject;
  /** An object of the same shape that nobody has. */
  readonly stranger: Subject;
  /** Milliseconds that one read may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** How long each read so far took. */
  readonly tookMs: number[];
  /** Ends the observer; of a command, how it ended. */
  close(): Promise<ProgramEnd | undefined>;
}

export interface Check {
  readonly id: string;
  /** What must hold. */
  readonly title: string;
  /** Unset: both. */
  readonly of?: 'command' | 'module';
  run(bench: Bench): Promise<Finding>;
}

/** What one object looks like through the observer; what it cannot see is absent. */
export interface Look {
  readonly state?: string | null;
  readonly effects?: readonly SeenEffect[];
  readonly values?: JsonObject | null;
}

/** Reads what the observer can see of an object. */
export async function look(bench: Bench, subject: Subject): Promise<Look> {
  const { observer } = bench;
  const [state, effects, values] = await Promise.all([
    observer.readState && timed(bench, observer.readState(subject, bench.signal)),
    observer.readEffects && timed(bench, observer.readEffects(subject, bench.signal)),
    observer.readValues && timed(bench, observer.readValues(subject, bench.signal)),
  ]);
  return {
    ...(state !== undefined && { state }),
    ...(effects !== undefined && { effects }),
    ...(values !== undefined && { values }),
  };
}

/** Whether nothing is there: no object, no effects. */
export function isNothing({ state, effects, values }: Look): boolean {
  return (state ?? null) === null && (effects ?? []).length === 0 && (values ?? null) === null;
}

export function describeLook({ state, effects, values }: Look): string {
  const kinds = new Map<string, number>();
  for (const { kind } of effects ?? []) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const counted = [...kinds].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  const parts = [
    ...(state === undefined ? [] : [state === null ? 'no such object' : `state "${state}"`]),
    ...(effects === undefined ? [] : [counted === '' ? 'no effects' : `effects: ${counted}`]),
    ...(values === undefined ? [] : [values === null ? 'no values' : `values: ${shown(values)}`]),
  ];
  return parts.join('; ');
}

async function timed<T>({ tookMs }: Bench, read: Promise<T>): Promise<T> {
  const startedMs = wallClock.tickMs();
  try {
    return await read;
  } finally {
    tookMs.push(wallClock.tickMs() - startedMs);
  }
}
