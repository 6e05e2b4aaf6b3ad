/** Every invariant of a run: the built-in ones, and the user's own checks. */
import type { Settings } from '../config/settings.ts';
import { invariants } from './index.ts';
import type { Invariant } from './invariant.ts';
import { userCheck } from './user-check.ts';

export function invariantsOf({ checks }: Pick<Settings, 'checks'>): readonly Invariant[] {
  return [...invariants, ...checks.map((check) => userCheck(check.id))];
}
