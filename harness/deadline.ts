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
