/**
 * The provider at work: a plan and a virtual clock become attempts, and whatever happens goes to the history.
 *
 * The clock jumps to the next due instant only when nothing is in flight and the receiver is quiet. What is due in one
 * instant goes out concurrently for different objects and one after another, by delivery number, for the same object.
 */
import { bindEvent, realId, type Binding } from './binding.ts';
import { VirtualClock, type WallClock } from './clock.ts';
import { afterAttempt, recordReply } from './delivery.ts';
import type { Fault } from './faults/fault.ts';
import type { Release } from './faults/fault-kind.ts';
import { faultKind } from './faults/index.ts';
import type { HistorySink } from './history.ts';
import type {
  DeliveryReason,
  DeliveryState,
  Endpoint,
  PlannedDelivery,
  Recorded,
  Reply,
  WebhookEvent,
} from './model.ts';
import type { Plan } from './plan.ts';
import type { Profile } from './profiles/profile.ts';
import { createBarrier } from './transport/barrier.ts';
import { retryAfterMs } from './transport/rate-limit.ts';
import type { Transport, WireOrder } from './transport/transport.ts';

/** What the simulator needs of the world. */
export interface SimulatorPorts {
  readonly transport: Transport;
  readonly clock: WallClock;
  readonly history: HistorySink;
  /** Resolves when the receiver is quiet; `objectIds` are the labels of what was touched since the last time. */
  quiet(objectIds: readonly string[]): Promise<void>;
  readonly signal: AbortSignal;
}

/** How many requests leave at once within one virtual instant. */
const CONCURRENT_OBJECTS = 16;
/** How many races run at once: few, so that the racing requests meet in the handler and not in a queue before it. */
const CONCURRENT_RACES = 3;

interface DeliveryRun {
  readonly planned: PlannedDelivery;
  readonly event: WebhookEvent;
  readonly number: number;
  state: DeliveryState;
  attempts: number;
  postponed: boolean;
  /** Set once an overlap with an earlier attempt is wanted: a kept-alive connection could queue behind it. */
  ownConnections: boolean;
}

type Work =
  | { readonly kind: 'attempt'; readonly run: DeliveryRun }
  | { readonly kind: 'release'; readonly release: Release };

/** Requests that go out one after another, or in one instant when `together`. */
interface Unit {
  readonly together: boolean;
  readonly runs: DeliveryRun[];
}

export class Simulator {
  readonly #plan: Plan;
  readonly #profile: Profile;
  readonly #endpoint: Endpoint;
  readonly #binding: Binding;
  readonly #ports: SimulatorPorts;
  readonly #clock: VirtualClock<Work>;
  readonly #runs = new Map<string, DeliveryRun>();
  readonly #faults = new Map<string, Fault[]>();
  readonly #bodies = new Map<string, Uint8Array>();
  readonly #late = new Set<Promise<void>>();
  #touched = new Set<string>();
  #overlapping = false;

  /** `clock` is passed in so that the history can be stamped with it. */
  constructor(
    plan: Plan,
    world: {
      readonly profile: Profile;
      readonly endpoint: Endpoint;
      readonly binding: Binding;
      readonly clock: VirtualClock<unknown>;
    },
    ports: SimulatorPorts,
  ) {
    this.#plan = plan;
    this.#profile = world.profile;
    this.#endpoint = world.endpoint;
    this.#binding = world.binding;
    this.#clock = world.clock as VirtualClock<Work>;
    this.#ports = ports;
    this.#enlistDeliveries();
    this.#enlistSteps();
  }

  get virtualMs(): number {
    return this.#clock.nowMs;
  }

  /** Plays the plan to the end of its schedule, or until the signal aborts. */
  async play(): Promise<void> {
    while (this.#clock.pending > 0 && !this.#ports.signal.aborted) {
      this.#overlapping = false;
      await this.#playInstant(this.#clock.takeNext());
      if (!this.#overlapping) await this.#settleDown();
    }
    await this.#settleDown();
    if (this.#ports.signal.aborted) this.#ports.history.append({ actor: 'control', kind: 'interrupted' });
  }

  /** Deliveries whose schedule ran out. */
  exhausted(): readonly string[] {
    return [...this.#runs.values()].filter((run) => run.state === 'exhausted').map((run) => run.planned.id);
  }

  /** One more attempt, now and without faults, outside the schedule; true when it was taken. */
  async tryAgain(deliveryId: string): Promise<boolean> {
    const run = this.#run(deliveryId);
    this.#clock.advanceTo(run.event.occurredAtMs);
    await this.#attempt(run, { reason: 'real-gap', faults: [] });
    await this.#settleDown();
    return run.state === 'delivered';
  }

  #enlistDeliveries(): void {
    const events = new Map(this.#plan.events.map((event) => [event.id, event]));
    for (const [number, planned] of this.#plan.deliveries.entries()) {
      const event = events.get(planned.eventId);
      if (event === undefined) throw new RangeError(`Delivery ${planned.id} names no event of the plan.`);
      const run: DeliveryRun = {
        planned,
        event,
        number,
        state: 'pending',
        attempts: 0,
        postponed: false,
        ownConnections: false,
      };
      this.#runs.set(planned.id, run);
      if (planned.dueAtMs !== undefined) this.#clock.at(planned.dueAtMs, number, { kind: 'attempt', run });
    }
  }

  #enlistSteps(): void {
    for (const step of this.#plan.steps) {
      if (step.when.kind === 'attempt') {
        const key = faultKey(step.when.deliveryId, step.when.attempt);
        this.#faults.set(key, [...(this.#faults.get(key) ?? []), step.do]);
        continue;
      }
      const release = faultKind(step.do).release?.(step.do);
      if (release !== undefined) this.#enlistRelease(step.when.atMs, step.do, release);
    }
  }

  #enlistRelease(atMs: number, fault: Fault, release: Release): void {
    const first = release.deliveryIds[0];
    const order = first === undefined ? 0 : this.#run(first).number;
    this.#clock.at(atMs + release.afterMs, order, { kind: 'release', release });
    this.#ports.history.append({
      actor: 'provider',
      kind: 'fault',
      fault: fault.kind,
      deliveryIds: release.deliveryIds,
    });
  }

  /** Same object: in order. Different objects: at once, within bounds. */
  async #playInstant(works: readonly Work[]): Promise<void> {
    const lanes = new Map<string, Unit[]>();
    for (const work of works) {
      const runs = work.kind === 'attempt' ? [work.run] : work.release.deliveryIds.map((id) => this.#run(id));
      const lane = runs[0]?.event.objectId ?? '';
      const units = lanes.get(lane) ?? [];
      units.push({ together: work.kind === 'release' && work.release.together, runs });
      lanes.set(lane, units);
    }
    const races = [...lanes.values()].some((units) => units.some((unit) => unit.together));
    await eachOf([...lanes.values()], races ? CONCURRENT_RACES : CONCURRENT_OBJECTS, async (units) => {
      for (const unit of units) await this.#playUnit(unit);
    });
  }

  async #playUnit(unit: Unit): Promise<void> {
    if (this.#ports.signal.aborted) return;
    if (!unit.together) {
      for (const run of unit.runs) await this.#planned(run);
      return;
    }
    const barrier = createBarrier(unit.runs.length, this.#ports.clock);
    await Promise.all(unit.runs.map((run, position) => this.#planned(run, { barrier, position })));
  }

  async #planned(run: DeliveryRun, hold?: WireOrder['hold']): Promise<void> {
    if (this.#ports.signal.aborted || run.state !== 'pending') return;
    const faults = this.#faults.get(faultKey(run.planned.id, run.attempts + 1)) ?? [];
    const postponeMs = run.postponed
      ? 0
      : sum(faults.map((fault) => faultKind(fault).postponeMs?.(fault) ?? 0));
    if (postponeMs > 0) {
      run.postponed = true;
      this.#noteFaults(
        run,
        faults.filter((fault) => faultKind(fault).postponeMs !== undefined),
      );
      this.#clock.at(this.#clock.nowMs + postponeMs, run.number, { kind: 'attempt', run });
      return;
    }
    run.postponed = false;
    await this.#attempt(run, { reason: run.planned.reason, faults, ...(hold === undefined ? {} : { hold }) });
    for (const fault of faults) {
      const release = faultKind(fault).release?.(fault);
      if (release !== undefined) this.#enlistRelease(this.#clock.nowMs, fault, release);
    }
  }

  async #attempt(
    run: DeliveryRun,
    how: {
      readonly reason: DeliveryReason | 'real-gap';
      readonly faults: readonly Fault[];
      readonly hold?: WireOrder['hold'];
    },
  ): Promise<void> {
    run.attempts += 1;
    const number = run.attempts;
    const attemptId = `${run.planned.id}.${number}`;
    this.#touched.add(run.event.objectId);
    this.#noteFaults(
      run,
      how.faults.filter(
        (fault) => faultKind(fault).wire !== undefined || faultKind(fault).record !== undefined,
      ),
      attemptId,
    );
    this.#ports.history.append({
      actor: 'provider',
      kind: 'attempt-started',
      attemptId,
      deliveryId: run.planned.id,
      eventId: run.event.id,
      attempt: number,
      reason: how.reason,
    });
    const reply = await this.#send(run, attemptId, how);
    this.#ports.history.append({ actor: 'provider', kind: 'attempt-replied', attemptId, reply });
    this.#record(run, attemptId, reply, how);
  }

  #record(
    run: DeliveryRun,
    attemptId: string,
    reply: Reply,
    how: { readonly reason: DeliveryReason | 'real-gap'; readonly faults: readonly Fault[] },
  ): void {
    const lie = how.faults.flatMap((fault) => faultKind(fault).record?.(fault) ?? [])[0];
    const recorded: Recorded = lie ?? recordReply(this.#profile, reply);
    const wait = lie === undefined ? retryAfterMs(reply, this.#ports.clock.nowMs()) : undefined;
    const jitterMs = run.planned.jitterMs?.[String(run.attempts)];
    const outcome = afterAttempt(this.#plan.retryPolicy, this.#profile, {
      number: run.attempts,
      recorded,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
      ...(jitterMs === undefined ? {} : { jitterMs }),
    });
    run.state = outcome.state;
    const nextAtMs = outcome.delayMs === undefined ? undefined : this.#clock.nowMs + outcome.delayMs;
    this.#ports.history.append({
      actor: 'provider',
      kind: 'attempt-recorded',
      attemptId,
      recorded,
      ...(nextAtMs === undefined ? {} : { nextAtMs }),
    });
    if (outcome.state !== 'pending') {
      const ended = { actor: 'provider', kind: 'delivery-ended', deliveryId: run.planned.id } as const;
      this.#ports.history.append({ ...ended, state: outcome.state, attempts: run.attempts });
    } else if (nextAtMs !== undefined) {
      this.#clock.at(nextAtMs, run.number, { kind: 'attempt', run });
    }
  }

  async #send(
    run: DeliveryRun,
    attemptId: string,
    how: { readonly faults: readonly Fault[]; readonly hold?: WireOrder['hold'] },
  ): Promise<Reply> {
    const wireFault = how.faults.flatMap((fault) => faultKind(fault).wire?.(fault) ?? [])[0];
    if (how.faults.some((fault) => faultKind(fault).overlaps?.(fault) === true)) {
      this.#overlapping = true;
      run.ownConnections = true;
    }
    let settleLate = (): void => undefined;
    if (wireFault?.kind === 'give-up' && wireFault.socket === 'open') {
      const late = new Promise<void>((resolve) => {
        settleLate = resolve;
      });
      this.#late.add(late);
      void late.then(() => this.#late.delete(late));
    }
    const reply = await this.#ports.transport.send(
      this.#request(run),
      {
        timeoutMs: this.#plan.timeoutMs,
        freshConnection: how.hold !== undefined || run.ownConnections,
        ...(how.hold === undefined ? {} : { hold: how.hold }),
        ...(wireFault === undefined ? {} : { fault: wireFault }),
      },
      {
        sent: () => {
          this.#ports.history.append({ actor: 'provider', kind: 'attempt-sent', attemptId });
        },
        late: (late) => {
          this.#ports.history.append({
            actor: 'provider',
            kind: 'attempt-replied',
            attemptId,
            reply: late,
            late: true,
          });
          settleLate();
        },
      },
    );
    if (reply.kind !== 'none' || reply.reason !== 'gave-up') settleLate();
    return reply;
  }

  #request(run: DeliveryRun): { url: string; headers: Record<string, string>; body: Uint8Array } {
    const { event } = run;
    let body = this.#bodies.get(event.id);
    if (body === undefined) {
      body = this.#profile.body(bindEvent(this.#binding, event));
      this.#bodies.set(event.id, body);
    }
    const eventId = realId(this.#binding, event.id);
    const signed = this.#profile.headers({
      eventId,
      body,
      timestampSeconds: Math.floor(this.#ports.clock.nowMs() / 1000),
      secrets: this.#endpoint.secrets,
    });
    const url = this.#endpoint.url
      .replaceAll('{objectId}', encodeURIComponent(realId(this.#binding, event.objectId)))
      .replaceAll('{eventType}', encodeURIComponent(event.type));
    return { url, headers: { ...signed, ...this.#endpoint.headers }, body };
  }

  /** Waits for handlers that were given up on, then for the receiver to be quiet. */
  async #settleDown(): Promise<void> {
    await Promise.all(this.#late);
    if (this.#touched.size === 0 || this.#ports.signal.aborted) return;
    const touched = [...this.#touched];
    this.#touched = new Set();
    await this.#ports.quiet(touched);
  }

  #noteFaults(run: DeliveryRun, faults: readonly Fault[], attemptId?: string): void {
    for (const fault of faults) {
      this.#ports.history.append({
        actor: 'provider',
        kind: 'fault',
        fault: fault.kind,
        deliveryIds: [run.planned.id],
        ...(attemptId === undefined ? {} : { attemptId }),
      });
    }
  }

  #run(deliveryId: string): DeliveryRun {
    const run = this.#runs.get(deliveryId);
    if (run === undefined) throw new RangeError(`The plan has no delivery "${deliveryId}".`);
    return run;
  }
}

function faultKey(deliveryId: string, attempt: number): string {
  return `${deliveryId}#${attempt}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Runs `task` over all items, at most `atOnce` at a time, started in order. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1;
      await task(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
