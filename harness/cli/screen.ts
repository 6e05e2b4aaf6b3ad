/** The only place that writes to the terminal. */
import type { Lost200Error } from '../errors.ts';

export interface OutputOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printError(text: string): void {
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** True when stdout is a terminal that wants colour (https://no-color.org). */
export function wantsColour(options: OutputOptions): boolean {
  return options.color !== false && process.env['NO_COLOR'] === undefined && process.stdout.isTTY;
}

/** What happened, why, what to do; with --json one JSON line. */
export function reportError(error: Lost200Error, json: boolean): void {
  if (json) {
    printError(JSON.stringify({ code: error.code, message: error.message, remedy: error.remedy }));
    return;
  }
  printError(`lost200: ${error.message}\n  → ${error.remedy}\n  (${error.code})`);
}

/** Anything that is not an error of ours for users: with its stack, since whoever mends it needs that. */
export function reportBug(error: unknown, json: boolean): void {
  const message = 'Internal error, a bug in lost200.';
  const remedy = 'Please report it with what is said here.';
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (json) printError(JSON.stringify({ code: 'LOST200_E_INTERNAL', message, remedy, stack }));
  else printError(`lost200: ${message}\n  → ${remedy}\n  (LOST200_E_INTERNAL)\n${stack}`);
}
