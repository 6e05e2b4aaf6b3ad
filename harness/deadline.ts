/** A bound on how long one call may take. */
import { wallClock } from '../simulator/clock.ts';

/** The call was still running when its time was up. */
export class DeadlineError extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
    this.name = 'DeadlineError';
    this.timeoutMs = timeoutMs;
  }
}

/** Stops waiting for `work` when the signal aborts; what does not obey the signal is left to itself. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('interrupted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Runs `work` with a signal that aborts after `timeoutMs` or together with `outer`, whichever comes first.
 * `work` must obey its signal. When time is up this rejects with a `DeadlineError`, whatever `work` rejected with.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const cancel = wallClock.after(timeoutMs, () => {
    late.abort(new DeadlineError(timeoutMs));
  });
  try {
    return await work(outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]));
  } catch (error) {
    if (late.signal.aborted && outer?.aborted !== true) throw new DeadlineError(timeoutMs);
    throw error;
  } finally {
    cancel();
  }
}
