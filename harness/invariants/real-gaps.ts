/** Compression is our artefact: what a receiver takes at real intervals is not held against it (DESIGN 4.1). */
import { acknowledged, couldAnswer, ownAttempts, type PlayRecord } from '../../simulator/record.ts';
import type { Finding } from './invariant.ts';
import { say } from '../judging/say.ts';

/**
 * True when compression may be why the delivery ran out of its schedule: it was taken at a real interval, or others were and
 * this one was not tried (a few of each play are). Or the receiver's rate limit is all that it was ever refused for: we send in
 * a minute what takes two days.
 */
export function mayNeedRealGaps(record: PlayRecord, deliveryId: string): boolean {
  if (takenAfterRealGaps(record, deliveryId) || wasOnlyLimited(record, deliveryId)) return true;
  const tried = ownAttempts(record).filter((attempt) => attempt.reason === 'real-gap');
  return (
    record.deliveries.get(deliveryId)?.state === 'exhausted' &&
    tried.some(acknowledged) &&
    !tried.some((attempt) => attempt.deliveryId === deliveryId)
  );
}

/** True when the delivery ran out of its compressed schedule and was then taken at a real interval. */
function takenAfterRealGaps(record: PlayRecord, deliveryId: string): boolean {
  return ownAttempts(record).some(
    (attempt) => attempt.deliveryId === deliveryId && attempt.reason === 'real-gap' && acknowledged(attempt),
  );
}

function wasOnlyLimited(record: PlayRecord, deliveryId: string): boolean {
  const answered = ownAttempts(record).filter(
    (attempt) => attempt.deliveryId === deliveryId && couldAnswer(attempt),
  );
  return (
    answered.length > 0 && answered.every(({ reply }) => reply?.kind === 'response' && reply.status === 429)
  );
}

export const needsRealGaps: NonNullable<Finding['undecided']> = {
  because: say(
    'needs-real-gaps',
    'refused over the compressed schedule, but taken some real seconds later, or refused by a rate limit alone',
  ),
  remedy: say(
    'use-pace',
    'The receiver needs real time between attempts: give it some with --pace, for example --pace 1h=1s.',
  ),
};

export const needsTimeBetweenFacts: NonNullable<Finding['undecided']> = {
  because: say(
    'needs-time-between-facts',
    'something that a fact brings is missing, but a newer fact of the object came so soon that a receiver which works after its answers may have passed over it',
  ),
  remedy: say(
    'use-drain-or-pace',
    'Say when the receiver has caught up (the config key drain), or give it real time between facts: --pace 1s=1s.',
  ),
};
