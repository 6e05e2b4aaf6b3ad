/**
 * The provider at work: a plan and a virtual clock become attempts, and whatever happens goes to the history.
 *
 * The clock jumps to the next due instant only when nothing is in flight and the receiver is quiet. What is due in one
 * instant goes out concurrently for different objects and one after another, by delivery number, for the same object.
 */
import {
  lanesOf,
  mayStayRefused,
  particularsOf,
  readAgenda,
  waitsFor,
  type Agenda,
  type DeliveryRun,
  type Unit,
  type Work,
} from './agenda.ts';
import type { Binding } from './binding.ts';
import type { VirtualClock, WallClock } from './clock.ts';
import { afterAttempt, recordReply } from './delivery.ts';
import { eachOf, raceGate, type Gate } from './each-of.ts';
import type { Fault } from './faults/fault.ts';
import { faultKind, mayOverlap, postponementMs } from './faults/index.ts';
import { playHandshakes } from './handshakes/play.ts';
import type { HistorySink } from './history.ts';
import type { DeliveryReason, Endpoint, Recorded, Reply } from './model.ts';
import type { Plan } from './plan.ts';
import type { Profile } from './profiles/profile.ts';
import { DeliveryQueue } from './queue.ts';
import { requestMaker, type RequestMaker } from './request.ts';
import { createBarrier } from './transport/barrier.ts';
import { retryAfterMs } from './transport/rate-limit.ts';
import type { Transport, WireOrder, WireRequest } from './transport/transport.ts';

/** What the simulator needs of the world. */
export interface SimulatorPorts {
  readonly transport: Transport;
  readonly clock: WallClock;
  readonly history: HistorySink;
  /** Resolves when the receiver is quiet; `objectIds` are the labels of what was touched since the last time. */
  quiet(objectIds: readonly string[]): Promise<void>;
  /** Lets virtual time pass in real time, if somebody wants that; unset, the clock jumps. */
  pass?(virtualMs: number): Promise<void>;
  /** Told of every request before it leaves. */
  requested?(attempt: { readonly attemptId: string }, request: WireRequest): void;
  /** Shared by all who race against one receiver; one of this simulator's own when unset. */
  readonly racing?: Gate;
  readonly signal: AbortSignal;
}

/** How many requests leave at once within one virtual instant. */
const CONCURRENT_OBJECTS = 16;

export class Simulator {
  readonly #plan: Plan;
  readonly #profile: Profile;
  readonly #requestFor: RequestMaker;
  readonly #ports: SimulatorPorts;
  readonly #shakeHands: () => Promise<void>;
  readonly #racing: Gate;
  readonly #clock: VirtualClock<Work>;
  readonly #agenda: Agenda;
  readonly #queue: DeliveryQueue;
  readonly #late = new Set<Promise<void>>();
  #touched = new Set<string>();

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
    this.#requestFor = requestMaker(world.profile, world.endpoint, world.binding);
    this.#clock = world.clock as VirtualClock<Work>;
    this.#ports = ports;
    this.#shakeHands = () => playHandshakes(plan, world, ports);
    this.#racing = ports.racing ?? raceGate();
    this.#agenda = readAgenda(plan);
    this.#queue = new DeliveryQueue(world.profile.queue);
    for (const run of this.#agenda.runs.values()) {
      const { dueAtMs } = run.planned;
      if (dueAtMs === undefined) continue;
      this.#queue.enlist(run, dueAtMs);
      this.#clock.at(dueAtMs, run.number, { kind: 'attempt', run });
    }
    for (const { atMs, fault } of this.#agenda.timed) this.#enlistReleases(atMs, [fault]);
  }

  get virtualMs(): number {
    return this.#clock.nowMs;
  }

  /** Plays the plan to the end of its schedule, or until the signal aborts. */
  async play(): Promise<void> {
    await this.#shakeHands();
    while (this.#clock.pending > 0 && !this.#ports.signal.aborted) {
      await this.#ports.pass?.((this.#clock.nextMs ?? 0) - this.#clock.nowMs);
      const overlapping = await this.#playInstant(this.#clock.takeNext());
      if (!overlapping) await this.#settleDown();
    }
    await this.#settleDown();
  }

  /** Deliveries whose schedule ran out although the receiver should have taken them. */
  exhausted(): readonly string[] {
    return [...this.#agenda.runs.values()]
      .filter((run) => run.state === 'exhausted' && !mayStayRefused(run))
      .map((run) => run.planned.id);
  }

  /** One more attempt, now and without faults, outside the schedule; true when it was taken. */
  async tryAgain(deliveryId: string): Promise<boolean> {
    const run = this.#run(deliveryId);
    this.#clock.advanceTo(run.event.occurredAtMs);
    await this.#attempt(run, { reason: 'real-gap', faults: [] });
    await this.#settleDown();
    return run.state === 'delivered';
  }

  #enlistReleases(atMs: number, faults: readonly Fault[]): void {
    for (const fault of faults) {
      const release = faultKind(fault).release?.(fault);
      if (release === undefined) continue;
      const { deliveryIds } = release;
      const runs = deliveryIds.map((id) => this.#run(id));
      const dueAtMs = atMs + release.afterMs;
      if (!release.together) for (const run of runs) this.#queue.enlist(run, dueAtMs);
      this.#clock.at(dueAtMs, Math.min(...runs.map((run) => run.number)), { kind: 'release', release });
      this.#ports.history.append({ actor: 'provider', kind: 'fault', fault: fault.kind, deliveryIds });
    }
  }

  /** Same object: in order. Different objects: at once, within bounds. True when what comes next may overlap with it. */
  async #playInstant(works: readonly Work[]): Promise<boolean> {
    const lanes = lanesOf(works, (id) => this.#run(id));
    const overlapping = lanes
      .flat()
      .some((unit) => unit.runs.some((run) => mayOverlap(this.#faultsNow(run))));
    await eachOf(lanes, CONCURRENT_OBJECTS, async (lane) => {
      for (const unit of lane) await this.#playUnit(unit);
    });
    return overlapping;
  }

  async #playUnit(unit: Unit): Promise<void> {
    if (this.#ports.signal.aborted) return;
    if (!unit.together) {
      for (const run of unit.runs) await this.#planned(run);
      return;
    }
    await this.#racing(() => {
      const barrier = createBarrier(unit.runs.length, this.#ports.clock);
      return Promise.all(unit.runs.map((run, position) => this.#planned(run, { barrier, position })));
    });
  }

  async #planned(run: DeliveryRun, hold?: WireOrder['hold']): Promise<void> {
    if (this.#ports.signal.aborted || run.state !== 'pending' || !this.#queue.admits(run)) return;
    const faults = this.#faultsNow(run);
    const postponeMs = run.postponed ? 0 : postponementMs(faults);
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
    this.#enlistReleases(this.#clock.nowMs, faults);
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
    for (const event of run.events) this.#touched.add(event.objectId);
    this.#ports.history.append({
      actor: 'provider',
      kind: 'attempt-started',
      attemptId,
      deliveryId: run.planned.id,
      eventId: run.event.id,
      ...particularsOf(run, number),
      attempt: number,
      reason: how.reason,
    });
    this.#noteFaults(
      run,
      how.faults.filter(
        (fault) => faultKind(fault).wire !== undefined || faultKind(fault).record !== undefined,
      ),
      attemptId,
    );
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
    const outcome = afterAttempt(waitsFor(run, this.#plan.retryPolicy), this.#profile, {
      number: run.attempts,
      recorded,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
      ...(jitterMs === undefined ? {} : { jitterMs }),
    });
    run.state = outcome.state;
    run.recorded = recorded;
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
      const next = this.#queue.next();
      if (next !== undefined) this.#clock.at(this.#clock.nowMs, next.number, { kind: 'attempt', run: next });
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
    let settleLate = (): void => undefined;
    if (wireFault?.kind === 'give-up' && wireFault.socket === 'open') {
      const late = new Promise<void>((resolve) => {
        settleLate = resolve;
      });
      this.#late.add(late);
      void late.then(() => this.#late.delete(late));
    }
    const atMs = this.#ports.clock.nowMs();
    run.firstAtMs ??= atMs;
    const request = this.#requestFor({
      delivery: run.planned,
      events: run.events,
      attempt: run.attempts,
      atMs,
      firstAtMs: run.firstAtMs,
      ...(run.recorded === undefined ? {} : { before: run.recorded }),
    });
    this.#ports.requested?.({ attemptId }, request);
    const reply = await this.#ports.transport.send(
      request,
      {
        timeoutMs: this.#plan.timeoutMs,
        freshConnection: how.hold !== undefined,
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

  /** The faults that are due at the delivery's next attempt. */
  #faultsNow(run: DeliveryRun): readonly Fault[] {
    return this.#agenda.faultsOf(run.planned.id, run.attempts + 1);
  }

  #run(deliveryId: string): DeliveryRun {
    const run = this.#agenda.runs.get(deliveryId);
    if (run === undefined) throw new RangeError(`The plan has no delivery "${deliveryId}".`);
    return run;
  }
}
