/** Compression is our artefact: what a receiver takes at real intervals is not held against it (DESIGN 4.1). */
import { acknowledged, type PlayRecord } from '../../simulator/record.ts';
import type { Finding } from './invariant.ts';
import { say } from '../judging/say.ts';

/** True when the delivery ran out of its compressed schedule and was then taken at a real interval. */
export function takenAfterRealGaps(record: PlayRecord, deliveryId: string): boolean {
  return record.attempts.some(
    (attempt) => attempt.deliveryId === deliveryId && attempt.reason === 'real-gap' && acknowledged(attempt),
  );
}

export const needsRealGaps: NonNullable<Finding['undecided']> = {
  because: say(
    'needs-real-gaps',
    'refused over the compressed schedule, but taken when sent again some real seconds later',
  ),
  remedy: say(
    'use-pace',
    'The receiver needs real time between attempts: raise --quiet-floor (for example 1s).',
  ),
};
