/** A plan made ready to be played: deliveries with their state, faults by attempt, and work sorted into lanes. */
import { mayBeRefused, type AlterationKind } from './alterations/alteration.ts';
import { alterationOf } from './alterations/index.ts';
import type { Fault } from './faults/fault.ts';
import type { Release } from './faults/fault-kind.ts';
import type { DeliveryState, PlannedDelivery, Recorded, WebhookEvent } from './model.ts';
import type { Plan } from './plan.ts';
import type { Waits } from './retry-policy.ts';

export interface DeliveryRun {
  readonly planned: PlannedDelivery;
  /** The first of `events`. */
  readonly event: WebhookEvent;
  readonly events: readonly [WebhookEvent, ...WebhookEvent[]];
  readonly number: number;
  state: DeliveryState;
  attempts: number;
  postponed: boolean;
  /** Wall milliseconds of the first attempt. */
  firstAtMs?: number;
  /** Of the last attempt. */
  recorded?: Recorded;
}

/** What the virtual clock has in its queue. */
export type Work =
  | { readonly kind: 'attempt'; readonly run: DeliveryRun }
  | { readonly kind: 'release'; readonly release: Release };

/** Requests that go out one after another, or in one instant when `together`. */
export interface Unit {
  readonly together: boolean;
  readonly runs: DeliveryRun[];
}

export interface Agenda {
  readonly runs: ReadonlyMap<string, DeliveryRun>;
  /** Faults whose trigger is a virtual time. */
  readonly timed: readonly { readonly atMs: number; readonly fault: Fault }[];
  /** Faults keyed by (delivery, attempt): dropping one shifts no other. */
  faultsOf(deliveryId: string, attempt: number): readonly Fault[];
}

/** True for what somebody else than the provider sends. */
export function isForged({ planned }: DeliveryRun): boolean {
  return planned.alter !== undefined && alterationOf(planned.alter).kind === 'forgery';
}

/** So often is tried what nobody can digest: more attempts would show nothing new. */
const POISON_ATTEMPTS_MAX = 3;

/** The policy as it is for this delivery: whoever forges a request does not try again. */
export function waitsFor({ planned }: DeliveryRun, waits: Waits): Waits {
  if (planned.alter === undefined) return waits;
  const { kind, tolerates } = alterationOf(planned.alter);
  if (kind === 'oddity' || tolerates !== undefined) return waits;
  const attemptsMax = kind === 'forgery' ? 1 : POISON_ATTEMPTS_MAX;
  return { ...waits, delaysMs: waits.delaysMs.slice(0, attemptsMax - 1) };
}

/** True where the receiver refused it and may have been right: to try it again at real intervals would show nothing. */
export function mayStayRefused({ planned, recorded }: DeliveryRun): boolean {
  if (planned.alter === undefined) return false;
  const alteration = alterationOf(planned.alter);
  if (alteration.kind === 'forgery') return true;
  const isClear = recorded?.kind === 'failed' && recorded.status >= 400 && recorded.status <= 499;
  return isClear && mayBeRefused(alteration);
}

/** What the history says of the delivery's attempt with that number where it is no usual one. */
export function particularsOf(
  { planned: { also, alter } }: DeliveryRun,
  attempt: number,
): { readonly also?: readonly string[]; readonly altered?: string; readonly as?: AlterationKind } {
  const more = also === undefined ? {} : { also };
  if (alter === undefined) return more;
  const { id, kind, fromSecondAttempt } = alterationOf(alter);
  return { ...more, altered: id, ...(fromSecondAttempt === true && attempt === 1 ? {} : { as: kind }) };
}

export function readAgenda(plan: Plan): Agenda {
  const events = new Map(plan.events.map((event) => [event.id, event]));
  const find = (planned: PlannedDelivery, id: string): WebhookEvent => {
    const event = events.get(id);
    if (event === undefined) throw new RangeError(`Delivery ${planned.id} names no event of the plan.`);
    return event;
  };
  const runs = plan.deliveries.map((planned, number): DeliveryRun => {
    const event = find(planned, planned.eventId);
    const also = (planned.also ?? []).map((id) => find(planned, id));
    const fresh = { state: 'pending', attempts: 0, postponed: false } as const;
    return { planned, event, events: [event, ...also], number, ...fresh };
  });
  const faults = new Map<string, Fault[]>();
  const timed: { atMs: number; fault: Fault }[] = [];
  for (const { when, do: fault } of plan.steps) {
    if (when.kind === 'virtual-time') {
      timed.push({ atMs: when.atMs, fault });
      continue;
    }
    if (when.kind === 'call') continue;
    const key = `${when.deliveryId}#${when.attempt}`;
    faults.set(key, [...(faults.get(key) ?? []), fault]);
  }
  return {
    runs: new Map(runs.map((run) => [run.planned.id, run])),
    timed,
    faultsOf: (deliveryId, attempt) => faults.get(`${deliveryId}#${attempt}`) ?? [],
  };
}

/**
 * Work due in one instant, by object: lanes may go side by side, what is in one lane goes in order. A request about several
 * objects joins their lanes.
 */
export function lanesOf(
  works: readonly Work[],
  runOf: (deliveryId: string) => DeliveryRun,
): readonly Unit[][] {
  const lanes: { readonly objectIds: ReadonlySet<string>; readonly units: Unit[] }[] = [];
  for (const work of works) {
    const runs = work.kind === 'attempt' ? [work.run] : work.release.deliveryIds.map(runOf);
    const unit = { together: work.kind === 'release' && work.release.together, runs };
    const objectIds = (runs[0]?.events ?? []).map((event) => event.objectId);
    const joined = lanes.filter((lane) => objectIds.some((objectId) => lane.objectIds.has(objectId)));
    const place = joined[0] === undefined ? lanes.length : lanes.indexOf(joined[0]);
    lanes[place] = {
      objectIds: new Set([...objectIds, ...joined.flatMap((one) => [...one.objectIds])]),
      units: [...joined.flatMap((one) => one.units), unit],
    };
    for (const lane of joined.slice(1)) lanes.splice(lanes.indexOf(lane), 1);
  }
  return lanes.map((lane) => lane.units);
}
