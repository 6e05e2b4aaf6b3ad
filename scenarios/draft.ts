/** A plan in the making: objects with their facts and events, deliveries, and the steps at which things go wrong. */
import { CANARY_KINDS, canaryPlaceholder } from '../simulator/canary.ts';
import type { Fault } from '../simulator/faults/fault.ts';
import type { JsonObject } from '../simulator/json.ts';
import { factRule, walks, type Lifecycle } from '../simulator/lifecycles/lifecycle.ts';
import type { DeliveryReason, Fact, PlannedDelivery, WebhookEvent } from '../simulator/model.ts';
import { PLAN_VERSION, type Plan, type PlannedObject, type Step, type Trigger } from '../simulator/plan.ts';
import type { Random } from '../simulator/random.ts';
import { drawJitterMs, scheduleLengthMs } from '../simulator/retry-policy.ts';
import { ObjectDraws } from './draws.ts';
import { resolvePayload } from './payload.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Between which amounts are drawn, in cents. */
export const AMOUNTS: { readonly min: number; readonly max: number } = { min: 100, max: 99_900 };

/** One object of a draft, with its events in the order of their facts. */
export interface DraftObject {
  readonly id: string;
  readonly events: readonly WebhookEvent[];
  /** Label of its owner, where the lifecycle's objects have one. */
  readonly owner?: string;
}

/** How an object begins: whose it is (an owner of its own when unset), how long after the plan's origin, and its amount (drawn when unset). */
export interface DraftedFor {
  /** Facts from this position of the walk on never happen: forged requests claim them. */
  readonly claimedFrom?: number;
  /** In cents, as `AMOUNTS`. */
  readonly amount?: number;
  readonly owner?: string;
  readonly fromMs?: number;
}

/** What a plan says of where it comes from and of the provider that plays it. */
export type PlanHeader = Pick<
  Plan,
  'scenario' | 'seed' | 'profile' | 'timeoutMs' | 'timeoutBasis' | 'retryPolicy' | 'fixed'
>;

export class PlanDraft {
  readonly lifecycle: Lifecycle;
  /** Between two facts of one object; the same for all objects of a plan, so that they share virtual instants. */
  readonly gapMs: number;
  /** How many events fit into one request. */
  readonly batchMax: number;
  readonly #random: Random;
  readonly #objects: PlannedObject[] = [];
  readonly #parts: string[] = [];
  readonly #facts: Fact[] = [];
  readonly #events: WebhookEvent[] = [];
  readonly #deliveries: PlannedDelivery[] = [];
  readonly #steps: Step[] = [];
  readonly #handshakes: string[] = [];

  /** `batchMax`: how many events the provider puts into one request at most. */
  constructor(lifecycle: Lifecycle, random: Random, batchMax = 1) {
    this.lifecycle = lifecycle;
    this.batchMax = batchMax;
    this.#random = random;
    this.gapMs = random.fork('gap').integer(2000, 9000);
  }

  /** Legal histories of at least `lengthMin` facts; falls back to the longest that there are. */
  walks(lengthMin: number): readonly (readonly string[])[] {
    const all = walks(this.lifecycle);
    const long = all.filter((walk) => walk.length >= lengthMin);
    return long.length > 0 ? long : all.filter((walk) => walk.length === (all.at(-1)?.length ?? 0));
  }

  /** Legal histories of at least two facts whose last one owes an effect; falls back to `walks(2)`. */
  walksToAnEffect(): readonly (readonly string[])[] {
    const fits = this.walks(2).filter((walk) => {
      const last = walk.at(-1);
      return last !== undefined && (factRule(this.lifecycle, last).effects ?? []).length > 0;
    });
    return fits.length > 0 ? fits : this.walks(2);
  }

  /** Legal histories to a fact that none can follow; falls back to `walks(2)`. */
  walksToTheEnd(): readonly (readonly string[])[] {
    const fits = this.walks(2).filter((walk) => this.#isOver(walk));
    return fits.length > 0 ? fits : this.walks(2);
  }

  /** Legal histories of at least two facts that may go on; falls back to `walks(2)`. */
  walksGoingOn(): readonly (readonly string[])[] {
    const fits = this.walks(2).filter((walk) => !this.#isOver(walk));
    return fits.length > 0 ? fits : this.walks(2);
  }

  #isOver(walk: readonly string[]): boolean {
    return (this.lifecycle.next[walk.at(-1) ?? ''] ?? []).length === 0;
  }

  /** An object that lives through the walk. `tied` names the positions of facts that share the instant of the fact before. */
  object(walk: readonly string[], tied: readonly number[] = [], how: DraftedFor = {}): DraftObject {
    const number = this.#objects.length + 1;
    const id = `o${number}`;
    const amount = how.amount ?? this.#random.fork(id).integer(AMOUNTS.min, AMOUNTS.max);
    const owner = this.#addObject(id, how.owner);
    const ties = tied.filter((position) => position > 0);
    const draws = new ObjectDraws(this.lifecycle, id, this.#random);
    let occurredAtMs = (how.fromMs ?? 0) - this.gapMs;
    const events = walk.map((fact, position) => {
      if (!ties.includes(position)) occurredAtMs += this.gapMs;
      const showVersion = !ties.includes(position) && !ties.includes(position + 1);
      const brings = draws.next(fact, position);
      return this.#event({
        id,
        fact,
        occurredAtMs,
        createdAtMs: how.fromMs ?? 0,
        version: position + 1,
        amount,
        showVersion,
        owner,
        brings,
        claimed: position >= (how.claimedFrom ?? Number.MAX_SAFE_INTEGER),
      });
    });
    this.#parts.push(...draws.parts);
    return { id, events, ...(owner === undefined ? {} : { owner }) };
  }

  /** Another event that announces the same fact, under an id of its own. Unset `type`: the type of the first. */
  announceAgain(event: WebhookEvent, type: string = event.type): WebhookEvent {
    const again: WebhookEvent = { ...event, id: `e${this.#events.length + 1}`, type };
    this.#events.push(again);
    return again;
  }

  /** Plans a delivery of the event; without `dueAtMs` a step has to release it. */
  deliver(
    event: WebhookEvent,
    how: {
      readonly dueAtMs?: number;
      readonly reason?: DeliveryReason;
      /** Further events in the same request. */
      readonly also?: readonly WebhookEvent[];
      /** Id of an alteration. */
      readonly alter?: string;
    } = {},
  ): string {
    const id = `d${this.#deliveries.length + 1}`;
    const { dueAtMs, reason = 'scheduled', also = [], alter } = how;
    if (also.length > 0 && also.length >= this.batchMax)
      throw new RangeError(
        `${id} has ${also.length + 1} events; the provider sends ${this.batchMax} at most.`,
      );
    this.#deliveries.push({
      id,
      eventId: event.id,
      ...(also.length === 0 ? {} : { also: also.map((one) => one.id) }),
      reason,
      ...(alter === undefined ? {} : { alter }),
      ...(dueAtMs === undefined ? {} : { dueAtMs }),
    });
    return id;
  }

  /** Plans the events in one request at the instant of the last fact; in several where the provider puts fewer into one. */
  deliverTogether(
    events: readonly WebhookEvent[],
    how: { readonly dueAtMs?: number; readonly reason?: DeliveryReason; readonly alter?: string } = {},
  ): readonly string[] {
    const dueAtMs = how.dueAtMs ?? Math.max(...events.map((event) => event.occurredAtMs));
    const ids: string[] = [];
    for (let start = 0; start < events.length; start += this.batchMax) {
      const [first, ...also] = events.slice(start, start + this.batchMax);
      if (first !== undefined) ids.push(this.deliver(first, { ...how, dueAtMs, also }));
    }
    return ids;
  }

  /** Plans every event of the object for the instant of its fact. */
  deliverInOrder(object: DraftObject): readonly string[] {
    return object.events.map((event) => this.deliver(event, { dueAtMs: event.occurredAtMs }));
  }

  /** The instant of the plan's last fact so far. */
  lastFactMs(): number {
    return this.#facts.reduce((last, fact) => Math.max(last, fact.occurredAtMs), 0);
  }

  /** Plans a handshake, before anything is delivered. */
  handshake(id: string): void {
    this.#handshakes.push(id);
  }

  step(when: Trigger, fault: Fault): void {
    this.#steps.push({ when, do: fault });
  }

  /** The same fault for each of the given attempts of a delivery. */
  faultAttempts(
    deliveryId: string,
    attempts: readonly number[],
    edge: 'sent' | 'replied' | 'recorded',
    fault: Fault,
  ): void {
    for (const attempt of attempts) this.step({ kind: 'attempt', deliveryId, attempt, edge }, fault);
  }

  /** The plan, with the clean last object that every plan ends with. */
  finish(header: PlanHeader): Plan {
    this.#addProbe(this.#lastDueMs() + 2 * scheduleLengthMs(header.retryPolicy));
    return {
      planVersion: PLAN_VERSION,
      ...header,
      lifecycle: this.lifecycle,
      objects: this.#objects,
      ...(this.#parts.length === 0 ? {} : { parts: this.#parts }),
      ...(this.#handshakes.length === 0 ? {} : { handshakes: this.#handshakes }),
      facts: this.#facts,
      events: this.#events,
      deliveries: this.#deliveries.map((delivery) => this.#jittered(delivery, header)),
      steps: this.#steps,
    };
  }

  /** The delivery with its jitter, where the provider has any; drawn from a stream of its own. */
  #jittered(delivery: PlannedDelivery, { retryPolicy }: PlanHeader): PlannedDelivery {
    const jitterMs = drawJitterMs(retryPolicy, this.#random.fork(`jitter/${delivery.id}`));
    return jitterMs === undefined ? delivery : { ...delivery, jitterMs };
  }

  #lastDueMs(): number {
    const due = this.#deliveries.map((delivery) => delivery.dueAtMs ?? 0);
    const steps = this.#steps.map((step) => (step.when.kind === 'virtual-time' ? step.when.atMs : 0));
    return Math.max(0, ...due, ...steps);
  }

  /** A new object at the very end, when every schedule has run out: is anybody still there? */
  #addProbe(atMs: number): void {
    const first = this.lifecycle.start[0];
    if (first === undefined) return;
    const id = `o${this.#objects.length + 1}`;
    const occurredAtMs = this.lastFactMs();
    const owner = this.#addObject(id, undefined, true);
    const draws = new ObjectDraws(this.lifecycle, id, this.#random);
    const brings = draws.next(first, 0);
    this.#parts.push(...draws.parts);
    const clean = { version: 1, amount: 100, showVersion: true, owner, brings };
    const event = this.#event({ id, fact: first, occurredAtMs, createdAtMs: occurredAtMs, ...clean });
    this.deliver(event, { dueAtMs: atMs });
  }

  /** The label of its owner. */
  #addObject(id: string, of: string | undefined, probe = false): string | undefined {
    const owner = this.lifecycle.owned === true ? (of ?? `w${this.#objects.length + 1}`) : undefined;
    this.#objects.push({
      id,
      ...(probe ? { probe: true as const } : {}),
      ...(owner === undefined ? {} : { owner }),
    });
    return owner;
  }

  #event(given: {
    readonly id: string;
    readonly fact: string;
    readonly occurredAtMs: number;
    /** Of the object's first fact. */
    readonly createdAtMs: number;
    readonly version: number;
    readonly amount: number;
    readonly showVersion: boolean;
    readonly owner: string | undefined;
    readonly brings: JsonObject | undefined;
    readonly claimed?: boolean;
  }): WebhookEvent {
    const rule = factRule(this.lifecycle, given.fact);
    const fact: Fact = {
      id: `f${this.#facts.length + 1}`,
      objectId: given.id,
      fact: given.fact,
      occurredAtMs: given.occurredAtMs,
      version: given.version,
      ...(given.brings === undefined ? {} : { brings: given.brings }),
      ...(given.claimed === true ? { claimed: true as const } : {}),
    };
    const event: WebhookEvent = {
      id: `e${this.#events.length + 1}`,
      type: rule.type,
      fact: given.fact,
      factId: fact.id,
      objectId: given.id,
      occurredAtMs: given.occurredAtMs,
      payload: resolvePayload(
        { ...this.lifecycle.payload, ...rule.payload },
        {
          objectId: `{{${given.id}}}`,
          status: rule.state,
          ...moneys('amount', given.amount),
          ...instants('occurredAt', given.occurredAtMs),
          ...instants('createdAt', given.createdAtMs),
          objectNumber: `{{number:${given.id}}}`,
          ...canariesOf(given.id),
          ...(given.showVersion ? { version: given.version } : {}),
          ...(given.owner === undefined ? {} : { ownerId: `{{${given.owner}}}` }),
          ...given.brings,
        },
      ),
    };
    this.#facts.push(fact);
    this.#events.push(event);
    return event;
  }
}

/** An instant as providers write it: ISO 8601 text, a number of seconds or milliseconds, or such a number as text. */
function instants(name: string, atMs: number): JsonObject {
  return {
    [name]: `{{at:${atMs}}}`,
    [`${name}.seconds`]: `{{number:seconds:${atMs}}}`,
    [`${name}.milliseconds`]: `{{number:milliseconds:${atMs}}}`,
    [`${name}.secondsText`]: `{{seconds:${atMs}}}`,
    [`${name}.millisecondsText`]: `{{milliseconds:${atMs}}}`,
  };
}

/** A sum of money as providers write it: cents as a number or as text, or with two decimals as text. */
function moneys(name: string, cents: number): JsonObject {
  return { [name]: cents, [`${name}.text`]: String(cents), [`${name}.decimal`]: (cents / 100).toFixed(2) };
}

function canariesOf(objectId: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    CANARY_KINDS.map((kind) => [`canary.${kind}`, canaryPlaceholder(kind, objectId)]),
  );
}
