/** What all hooks share: their bound, and how they fail. */
import { DeadlineError } from '../deadline.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';

export const HOOK_TIMEOUT_MS = 30_000;

/** A hook that failed: `what` was run, `why` it failed, what to do. */
export function hookFailure(what: string, why: string, remedy: string, cause?: unknown): Lost200Error {
  return new Lost200Error(
    'LOST200_E_HOOK',
    `${what} ${why}`,
    remedy,
    cause === undefined ? undefined : { cause },
  );
}

/** Makes of anything thrown while a hook ran the error that the user is shown. */
export function explainFailure(
  what: string,
  error: unknown,
  remedy: string,
  signal: AbortSignal | undefined,
): Lost200Error {
  if (error instanceof Lost200Error) return error;
  if (signal?.aborted === true) {
    return new Lost200Error('LOST200_E_INTERRUPTED', `${what} was interrupted.`, 'Run it again.', {
      cause: error,
    });
  }
  const late = error instanceof DeadlineError;
  const why = late ? `did not end within ${error.timeoutMs} ms.` : `failed: ${reasonOf(error)}`;
  return hookFailure(what, why, remedy, error);
}
