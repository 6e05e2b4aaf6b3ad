/** Facts that requests which arrived spoke of. */
import { reached, type AttemptRecord } from '../record.ts';

export function factsArrived(attempts: readonly AttemptRecord[]): readonly string[] {
  return [...new Set(attempts.filter(reached).map((attempt) => attempt.fact.id))];
}
