/** Ctrl-C once: stop, clean up, report. Twice: leave at once. */
import { EXIT } from '../errors.ts';
import { printError } from './screen.ts';

/** `silent`: with --json, stderr is for an error's one line alone. */
export function interruptSignal(silent: boolean): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    if (!silent) printError('\nlost200: stopping (once more to leave at once) …');
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // A terminal that closes: without this its receiver would be left behind.
  process.on('SIGHUP', stop);
  return controller.signal;
}
