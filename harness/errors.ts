/** Errors that users meet: what happened, why, what to do, under a stable code. Anything else is a bug of ours (exit 70). */

/** Exit codes of the command line (DESIGN 5.1). */
export const EXIT: Readonly<
  Record<'pass' | 'fail' | 'undecided' | 'usage' | 'unreachable' | 'internal' | 'interrupted', number>
> = { pass: 0, fail: 1, undecided: 2, usage: 64, unreachable: 69, internal: 70, interrupted: 130 };

export type ErrorCode =
  | 'LOST200_E_USAGE'
  | 'LOST200_E_CONFIG'
  | 'LOST200_E_SECRET'
  | 'LOST200_E_UNKNOWN_ID'
  | 'LOST200_E_HOST_NOT_ALLOWED'
  | 'LOST200_E_PLAN'
  | 'LOST200_E_MISSING_DRIVER'
  | 'LOST200_E_UNREACHABLE'
  | 'LOST200_E_NOT_READY'
  | 'LOST200_E_HOOK'
  | 'LOST200_E_DATABASE'
  | 'LOST200_E_OBSERVER'
  | 'LOST200_E_INTERRUPTED';

/** Every code, with the exit code that it leads to. */
export const ERROR_CODES: Readonly<Record<ErrorCode, number>> = {
  LOST200_E_USAGE: EXIT.usage,
  LOST200_E_CONFIG: EXIT.usage,
  LOST200_E_SECRET: EXIT.usage,
  LOST200_E_UNKNOWN_ID: EXIT.usage,
  LOST200_E_HOST_NOT_ALLOWED: EXIT.usage,
  LOST200_E_PLAN: EXIT.usage,
  LOST200_E_MISSING_DRIVER: EXIT.usage,
  LOST200_E_UNREACHABLE: EXIT.unreachable,
  LOST200_E_NOT_READY: EXIT.unreachable,
  LOST200_E_HOOK: EXIT.unreachable,
  LOST200_E_DATABASE: EXIT.unreachable,
  LOST200_E_OBSERVER: EXIT.usage,
  LOST200_E_INTERRUPTED: EXIT.interrupted,
};

export class Lost200Error extends Error {
  readonly code: ErrorCode;
  /** What to do about it. */
  readonly remedy: string;
  readonly exitCode: number;

  constructor(code: ErrorCode, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Lost200Error';
    this.code = code;
    this.remedy = remedy;
    this.exitCode = ERROR_CODES[code];
  }
}
