/** Ctrl-C once: stop, clean up, report. Twice: leave at once. */
import { EXIT } from '../errors.ts';
import { printError } from './screen.ts';

export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    printError('\nlost200: stopping (once more to leave at once) …');
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}
