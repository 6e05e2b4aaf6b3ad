/** The deliveries of the provider's own that are over, and which one invariant speaks of each: one mistake is told once. */
import type { Alteration } from '../../simulator/alterations/alteration.ts';
import { alterationOf } from '../../simulator/alterations/index.ts';
import {
  acknowledged,
  couldAnswer,
  ownAttempts,
  type AttemptRecord,
  type PlayRecord,
} from '../../simulator/record.ts';
import { forgedFrom, poisonedFrom, unsettledObjects } from './trust.ts';

export type Speaker =
  | 'delivery-completes'
  | 'genuine-is-accepted'
  | 'unknown-is-tolerated'
  | 'poison-does-not-block'
  | 'rejects-clearly'
  /** What is sent after an odd or indigestible event of the same object: it may be refused for that. */
  | 'nobody';

/** A delivery that is over, with the attempts that the receiver could answer. */
export interface Tried {
  readonly deliveryId: string;
  readonly speaker: Speaker;
  /** What its requests were, where they were not as always. */
  readonly alteration?: Alteration;
  /** Those that are judged: where some were altered only these. One request with several events is there once. */
  readonly attempts: readonly [AttemptRecord, ...AttemptRecord[]];
  readonly last: AttemptRecord;
  /** Ids of all facts that it is about. */
  readonly facts: readonly string[];
  /** Answered 2xx, or recorded as delivered, within the schedule. */
  readonly taken: boolean;
}

export function triedDeliveries(record: PlayRecord): readonly Tried[] {
  const byDelivery = new Map<string, AttemptRecord[]>();
  for (const attempt of ownAttempts(record)) {
    if (attempt.reason === 'real-gap' || !couldAnswer(attempt)) continue;
    if (!record.deliveries.has(attempt.deliveryId)) continue;
    byDelivery.set(attempt.deliveryId, [...(byDelivery.get(attempt.deliveryId) ?? []), attempt]);
  }
  const scene = {
    poisonedFrom: poisonedFrom(record),
    unsettled: unsettledObjects(record),
    forgedFrom: (factId: string) => forgedFrom(record, factId),
  };
  return [...byDelivery].map(([deliveryId, records]) => tried(deliveryId, records, scene));
}

interface Scene {
  readonly poisonedFrom: number;
  readonly unsettled: ReadonlySet<string>;
  forgedFrom(factId: string): number;
}

function tried(deliveryId: string, records: readonly AttemptRecord[], scene: Scene): Tried {
  const altered = records.filter((attempt) => attempt.altered !== undefined);
  const judged = altered.length > 0 ? altered : records;
  const [first, ...rest] = [...new Map(judged.map((attempt) => [attempt.id, attempt])).values()];
  if (first === undefined) throw new RangeError(`No attempt of ${deliveryId} can be judged.`);
  const alteration = first.altered === undefined ? undefined : alterationOf(first.altered);
  return {
    deliveryId,
    speaker: alteration === undefined ? speakerOfPlain(records, scene) : speakerOf(alteration),
    ...(alteration === undefined ? {} : { alteration }),
    attempts: [first, ...rest],
    last: rest.at(-1) ?? first,
    facts: [...new Set(records.map((attempt) => attempt.fact.id))],
    taken: judged.some((one) => acknowledged(one) || one.recorded?.kind === 'delivered'),
  };
}

function speakerOf({ kind, tolerates }: Alteration): Speaker {
  if (tolerates !== undefined) return 'unknown-is-tolerated';
  return kind === 'poison' ? 'rejects-clearly' : 'genuine-is-accepted';
}

function speakerOfPlain(records: readonly AttemptRecord[], scene: Scene): Speaker {
  if (records.some(({ fact }) => scene.unsettled.has(fact.objectId))) return 'nobody';
  const startedAt = records.map((attempt) => attempt.startedAt);
  // What was refused before as well would have been taken in the end, as far as anybody can tell.
  if (Math.max(...startedAt) > scene.poisonedFrom) return 'poison-does-not-block';
  const begunAt = Math.min(...startedAt);
  const isForged = records.some(({ fact }) => scene.forgedFrom(fact.id) < begunAt);
  return isForged ? 'genuine-is-accepted' : 'delivery-completes';
}

/** Ids of the deliveries that other invariants speak of. */
export function deliveriesOfOthers(record: PlayRecord, speaker: Speaker): ReadonlySet<string> {
  const others = triedDeliveries(record).filter((one) => one.speaker !== speaker);
  return new Set(others.map((one) => one.deliveryId));
}

/** `401`, `timeout`, `broken`. */
export function answerOf({ reply }: AttemptRecord): string {
  if (reply?.kind === 'response') return String(reply.status);
  return reply?.reason ?? 'nothing';
}

/** Answered 400 to 499: a refusal that says that it is one. */
export function isClearRefusal({ reply }: AttemptRecord): boolean {
  return reply?.kind === 'response' && reply.status >= 400 && reply.status <= 499;
}

/** `o1 paid`. */
export function factName({ fact }: AttemptRecord): string {
  return `${fact.objectId} ${fact.fact}`;
}

/** Where the attempts began and were answered; the first two and the last three. */
export function attemptIndexes(attempts: readonly AttemptRecord[]): readonly number[] {
  const shown = attempts.length > 5 ? [...attempts.slice(0, 2), ...attempts.slice(-3)] : attempts;
  return shown.flatMap((attempt) => [
    attempt.startedAt,
    ...(attempt.repliedAt === undefined ? [] : [attempt.repliedAt]),
  ]);
}
