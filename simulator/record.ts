/**
 * Read-only queries over one play: attempts with their two truths, reads, and what the receiver could know when.
 * Everything judged is judged from here; positions are history indexes.
 */
import { indexOfPosition, mayBeRefused } from './alterations/alteration.ts';
import { alterationOf } from './alterations/index.ts';
import { readCalls, type CallRecord } from './call-record.ts';
import type { HistoryEntry, SeenEffect } from './history.ts';
import type { JsonObject } from './json.ts';
import {
  isSuccess,
  type DeliveryReason,
  type DeliveryState,
  type Fact,
  type Recorded,
  type Reply,
} from './model.ts';
import type { Plan } from './plan.ts';

/** One attempt on one event: a request with several events is one of these for each of them, all with the same id. */
export interface AttemptRecord {
  readonly id: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly fact: Fact;
  readonly number: number;
  readonly reason: DeliveryReason | 'real-gap';
  readonly faults: readonly string[];
  readonly startedAt: number;
  readonly virtualMs: number;
  readonly wallMs: number;
  /** Unset when the last byte never left. */
  readonly sentAt?: number;
  /** When the provider stopped waiting, if it did so before an answer. */
  readonly gaveUpAt?: number;
  /** When the real answer, or its absence, was known. */
  readonly repliedAt?: number;
  readonly reply?: Reply;
  readonly recorded?: Recorded;
  /** Id of the alteration that the request underwent. */
  readonly altered?: string;
  /** Id of the alteration that made another event of the same request indigestible. */
  readonly beside?: string;
}

export interface StateRead {
  readonly observer: string;
  readonly objectId: string;
  readonly from: number;
  readonly to: number;
  readonly state: string | null;
  readonly final: boolean;
}

export interface EffectsRead {
  readonly observer: string;
  readonly objectId: string;
  readonly at: number;
  readonly effects: readonly SeenEffect[];
  readonly final: boolean;
}

export interface ValuesRead {
  readonly observer: string;
  readonly objectId: string;
  readonly at: number;
  readonly values: JsonObject | null;
  readonly final: boolean;
}

export interface PlayRecord {
  readonly plan: Plan;
  readonly entries: readonly HistoryEntry[];
  /** The provider's own, oddly written ones among them where a receiver has to take those. */
  readonly attempts: readonly AttemptRecord[];
  /** The provider's own that a receiver may refuse or pass over: oddly written ones, unknown types, the company of bad ones. */
  readonly unusual: readonly AttemptRecord[];
  /** Forged ones: the receiver owes them nothing but a refusal. */
  readonly forged: readonly AttemptRecord[];
  /** The provider's own that nobody can do much with. */
  readonly poison: readonly AttemptRecord[];
  readonly stateReads: readonly StateRead[];
  readonly effectsReads: readonly EffectsRead[];
  readonly valuesReads: readonly ValuesRead[];
  /** Positions at which the receiver asked for an object's truth, and the facts that it was told. */
  readonly truthReads: readonly {
    readonly at: number;
    readonly objectId: string;
    readonly factIds: readonly string[];
  }[];
  readonly calls: readonly CallRecord[];
  readonly deliveries: ReadonlyMap<string, { readonly state: DeliveryState; readonly at: number }>;
  /** Set when a receiver that we started ended by itself. */
  readonly exited?: { readonly at: number; readonly detail: string };
  readonly interrupted: boolean;
  /** The longest that the receiver was seen to work after an answer, in real milliseconds; 0 as long as nobody noted it. */
  readonly lagMs: number;
}

/** The note with which a harness says how long the receiver worked after its answers; its value is in milliseconds. */
export const LAG_NOTE = 'lag';

/** Reads a play's history; an entry that speaks of what the plan does not know is a malformed history. */
export function readPlay(plan: Plan, entries: readonly HistoryEntry[]): PlayRecord {
  const exit = entries.find((entry) => entry.kind === 'receiver-exited');
  const attempts = readAttempts(plan, entries);
  return {
    plan,
    entries,
    attempts: attempts.filter((attempt) => roomOf(attempt) === 'attempts'),
    unusual: attempts.filter((attempt) => roomOf(attempt) === 'unusual'),
    forged: attempts.filter((attempt) => roomOf(attempt) === 'forged'),
    poison: attempts.filter((attempt) => roomOf(attempt) === 'poison'),
    stateReads: entries.flatMap((entry) =>
      entry.kind === 'state'
        ? [
            {
              observer: entry.observer,
              objectId: entry.objectId,
              from: entry.startIndex,
              to: entry.index,
              state: entry.state,
              final: entry.phase === 'final',
            },
          ]
        : [],
    ),
    effectsReads: entries.flatMap((entry) =>
      entry.kind === 'effects'
        ? [
            {
              observer: entry.observer,
              objectId: entry.objectId,
              at: entry.index,
              effects: entry.effects,
              final: entry.phase === 'final',
            },
          ]
        : [],
    ),
    valuesReads: readValues(entries),
    truthReads: entries.flatMap((entry) =>
      entry.kind === 'truth-read'
        ? [{ at: entry.index, objectId: entry.objectId, factIds: entry.factIds }]
        : [],
    ),
    calls: readCalls(entries),
    deliveries: new Map(
      entries.flatMap((entry) =>
        entry.kind === 'delivery-ended'
          ? [[entry.deliveryId, { state: entry.state, at: entry.index }] as const]
          : [],
      ),
    ),
    ...(exit === undefined ? {} : { exited: { at: exit.index, detail: exit.detail } }),
    interrupted: entries.some((entry) => entry.kind === 'interrupted'),
    lagMs: Math.max(
      0,
      ...entries.map((entry) =>
        entry.kind === 'note' && entry.note === LAG_NOTE && typeof entry.values === 'number'
          ? entry.values
          : 0,
      ),
    ),
  };
}

function readValues(entries: readonly HistoryEntry[]): readonly ValuesRead[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'values') return [];
    const { observer, objectId, index: at, values } = entry;
    return [{ observer, objectId, at, values, final: entry.phase === 'final' }];
  });
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function readAttempts(plan: Plan, entries: readonly HistoryEntry[]): readonly AttemptRecord[] {
  const facts = new Map(plan.facts.map((fact) => [fact.id, fact]));
  const factOfEvent = new Map(plan.events.map((event) => [event.id, facts.get(event.factId)]));
  const attempts = new Map<string, Mutable<AttemptRecord>[]>();
  for (const entry of entries) {
    if (entry.kind === 'attempt-started') {
      const eventIds = new Set([entry.eventId, ...(entry.also ?? [])]);
      const begun = [...eventIds].map((eventId): Mutable<AttemptRecord> => {
        const fact = factOfEvent.get(eventId);
        if (fact === undefined)
          throw new RangeError(`Entry ${entry.index} speaks of ${eventId}, unknown to the plan.`);
        return beginAttempt(entry, eventId, fact);
      });
      spoil(begun, entry.altered);
      attempts.set(entry.attemptId, begun);
    } else if ('attemptId' in entry) {
      const begun = attempts.get(entry.attemptId) ?? [undefined];
      for (const attempt of begun) continueAttempt(attempt, entry);
    }
  }
  return [...attempts.values()].flat();
}

function beginAttempt(
  entry: HistoryEntry & { readonly kind: 'attempt-started' },
  eventId: string,
  fact: Fact,
): Mutable<AttemptRecord> {
  return {
    id: entry.attemptId,
    deliveryId: entry.deliveryId,
    eventId,
    fact,
    number: entry.attempt,
    reason: entry.reason,
    faults: [],
    startedAt: entry.index,
    virtualMs: entry.virtualMs,
    wallMs: entry.wallMs,
    ...(isAltered(entry) ? { altered: entry.altered } : {}),
  };
}

/** Where an alteration spoils one event of several the others are as always, but for the company they are in. */
function spoil(begun: readonly Mutable<AttemptRecord>[], altered: string | undefined): void {
  const position = altered === undefined ? undefined : alterationOf(altered).spoils;
  if (altered === undefined || position === undefined) return;
  const bad = begun[indexOfPosition(position, begun.length)];
  for (const attempt of begun) {
    if (attempt === bad) continue;
    delete attempt.altered;
    attempt.beside = altered;
  }
}

/** The first attempt of some altered deliveries is as always. */
function isAltered(
  entry: HistoryEntry & { readonly kind: 'attempt-started' },
): entry is HistoryEntry & { readonly kind: 'attempt-started'; readonly altered: string } {
  if (entry.altered === undefined) return false;
  return entry.attempt > 1 || alterationOf(entry.altered).fromSecondAttempt !== true;
}

function roomOf(attempt: AttemptRecord): 'attempts' | 'unusual' | 'forged' | 'poison' {
  const { altered, beside } = attempt;
  // A request may be refused as a whole; once it is taken, what is good in it counts.
  if (beside !== undefined) return acknowledged(attempt) ? 'attempts' : 'unusual';
  if (altered === undefined) return 'attempts';
  const alteration = alterationOf(altered);
  if (alteration.kind === 'forgery') return 'forged';
  if (alteration.kind === 'poison') return 'poison';
  return mayBeRefused(alteration) ? 'unusual' : 'attempts';
}

function continueAttempt(attempt: Mutable<AttemptRecord> | undefined, entry: HistoryEntry): void {
  if (attempt === undefined)
    throw new RangeError(`Entry ${entry.index} continues an attempt that never began.`);
  if (entry.kind === 'fault') attempt.faults = [...attempt.faults, entry.fault];
  else if (entry.kind === 'attempt-sent') attempt.sentAt = entry.index;
  else if (entry.kind === 'attempt-recorded') attempt.recorded = entry.recorded;
  else if (entry.kind === 'attempt-replied') {
    if (entry.reply.kind === 'none' && entry.reply.reason === 'gave-up') attempt.gaveUpAt = entry.index;
    attempt.repliedAt = entry.index;
    attempt.reply = entry.reply;
  }
}

/** Each request once: one with several events has a record for each of them. */
export function requestsOf(attempts: readonly AttemptRecord[]): readonly AttemptRecord[] {
  const ids = new Set<string>();
  return attempts.filter(({ id }) => {
    const isNew = !ids.has(id);
    ids.add(id);
    return isNew;
  });
}

/** True when the receiver may have handled the request. */
export function reached(attempt: AttemptRecord): boolean {
  const { reply } = attempt;
  return reply?.kind !== 'none' || !['never-sent', 'refused', 'cut-short'].includes(reply.reason);
}

/** True when the receiver could have answered: the request reached it, and it was not us who ended it before the answer. */
export function couldAnswer(attempt: AttemptRecord): boolean {
  const { reply } = attempt;
  if (reply === undefined || !reached(attempt)) return false;
  return reply.kind !== 'none' || !['reset', 'gave-up', 'aborted'].includes(reply.reason);
}

/** True when the receiver really answered 2xx, whatever the provider recorded. */
export function acknowledged(
  attempt: AttemptRecord,
): attempt is AttemptRecord & { readonly repliedAt: number } {
  return attempt.reply !== undefined && isSuccess(attempt.reply);
}

/** True when the two were in the receiver's hands together: each complete before the other was answered. */
export function overlapped(left: AttemptRecord, right: AttemptRecord): boolean {
  if (left.sentAt === undefined || right.sentAt === undefined) return false;
  return left.sentAt < endOf(right) && right.sentAt < endOf(left);
}

/** Where the attempt's answer was known; never, as long as it is not. */
export function endOf(attempt: AttemptRecord): number {
  return attempt.repliedAt ?? Number.MAX_SAFE_INTEGER;
}

export function attemptsOf(record: PlayRecord, fact: Fact): readonly AttemptRecord[] {
  return record.attempts.filter((attempt) => attempt.fact.id === fact.id);
}

/** All that the provider itself sent. */
export function ownAttempts({ attempts, unusual, poison }: PlayRecord): readonly AttemptRecord[] {
  return [...attempts, ...unusual, ...poison];
}

/**
 * The first position at which the receiver could know the fact, or could have been made to believe it: its first byte on the
 * wire, in whatever request, or an answer of the provider API.
 */
export function knownFrom(record: PlayRecord, fact: Fact): number {
  return Math.min(toldFrom(record, fact), onTheWire(record.forged, fact));
}

/** The same as far as the provider itself told it: what a forged request claims does not count. */
export function toldFrom(record: PlayRecord, fact: Fact): number {
  const told = record.truthReads.find((read) => read.factIds.includes(fact.id))?.at;
  const { attempts, unusual, poison } = record;
  return Math.min(
    told ?? Number.MAX_SAFE_INTEGER,
    ...[attempts, unusual, poison].map((some) => onTheWire(some, fact)),
  );
}

function onTheWire(attempts: readonly AttemptRecord[], fact: Fact): number {
  const first = attempts.find((attempt) => attempt.fact.id === fact.id && reached(attempt));
  return first?.startedAt ?? Number.MAX_SAFE_INTEGER;
}

/** The attempt whose 2xx ended first. */
export function firstAcknowledged(
  record: PlayRecord,
  fact: Fact,
): (AttemptRecord & { readonly repliedAt: number }) | undefined {
  return attemptsOf(record, fact)
    .filter(acknowledged)
    .sort((left, right) => left.repliedAt - right.repliedAt)[0];
}
