import {
  acknowledged,
  reached,
  requestsOf,
  type AttemptRecord,
  type PlayRecord,
} from '../../simulator/record.ts';
import { deliveriesOfOthers } from '../judging/deliveries.ts';
import type { Invariant } from './invariant.ts';
import { mayNeedRealGaps, needsRealGaps } from './real-gaps.ts';

/**
 * Judges repeats whose predecessor's 2xx had been read to its end before their first byte: each must be taken, now or by a
 * retry of its own. (A copy that runs beside the winner is no repeat: it may be refused while the winner is at work.)
 */
export const duplicatesAcknowledged: Invariant = {
  id: 'duplicates-acknowledged',
  title: 'An event that was already acknowledged is acknowledged again.',
  mend: 'Answer 200 to a duplicate and do nothing: any error makes the provider try again, and count a delivered event as failed.',
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record) => {
    const others = deliveriesOfOthers(record, 'delivery-completes');
    const repeats = record.attempts.filter(
      (attempt) => !others.has(attempt.deliveryId) && isRepeat(record, attempt),
    );
    const refused = repeats.filter((repeat) => !healed(record, repeat));
    const gaps = refused.filter((repeat) => mayNeedRealGaps(record, repeat.deliveryId));
    const broken = refused.filter(
      (repeat) => !gaps.includes(repeat) && record.deliveries.has(repeat.deliveryId),
    );
    const byDelivery = new Map(broken.map((repeat) => [repeat.deliveryId, repeat]));
    return {
      judged: repeats
        .filter((repeat) => !refused.includes(repeat) || broken.includes(repeat))
        .map((repeat) => repeat.fact.id),
      violations: [...byDelivery.values()].map((repeat) => ({
        key: `refused:${answer(repeat)}`,
        subject: repeat.fact.id,
        expected: `2xx for a repeat of ${repeat.eventId} (${repeat.fact.objectId} ${repeat.fact.fact}), which had been acknowledged`,
        actual: `${answer(repeat)} to every attempt of ${repeat.deliveryId} until the schedule ran out`,
        evidence: evidence(record, repeat),
      })),
      ...(gaps.length > 0 ? { undecided: needsRealGaps } : {}),
    };
  },
};

function isRepeat(record: PlayRecord, attempt: AttemptRecord): boolean {
  if (attempt.reason === 'real-gap' || attempt.reply?.kind !== 'response') return false;
  return record.attempts.some(
    (earlier) =>
      earlier !== attempt &&
      earlier.eventId === attempt.eventId &&
      acknowledged(earlier) &&
      earlier.repliedAt < attempt.startedAt,
  );
}

/** Taken, or taken by a later attempt of the same delivery within the schedule. */
function healed(record: PlayRecord, repeat: AttemptRecord): boolean {
  return record.attempts.some(
    (later) =>
      later.deliveryId === repeat.deliveryId &&
      later.reason !== 'real-gap' &&
      later.startedAt >= repeat.startedAt &&
      acknowledged(later),
  );
}

function answer(attempt: AttemptRecord): string {
  return attempt.reply?.kind === 'response' ? String(attempt.reply.status) : 'no answer';
}

function evidence(record: PlayRecord, repeat: AttemptRecord): readonly number[] {
  const first = record.attempts.find(
    (attempt) => attempt.eventId === repeat.eventId && acknowledged(attempt),
  );
  const attempts = requestsOf(
    record.attempts.filter((attempt) => attempt.deliveryId === repeat.deliveryId && reached(attempt)),
  );
  return [first, ...attempts.slice(0, 4)]
    .filter((attempt) => attempt !== undefined)
    .flatMap((attempt) => [
      attempt.startedAt,
      ...(attempt.repliedAt === undefined ? [] : [attempt.repliedAt]),
    ])
    .filter((index, position, all) => all.indexOf(index) === position)
    .sort((left, right) => left - right);
}
