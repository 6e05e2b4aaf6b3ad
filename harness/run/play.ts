/** One play: a plan bound to a namespace and a moment, with the simulator that plays it and the history that it leaves. */
import type { Binding } from '../../simulator/binding.ts';
import { realId } from '../../simulator/binding.ts';
import { VirtualClock, type WallClock } from '../../simulator/clock.ts';
import { History } from '../../simulator/history.ts';
import { lastFactMs, type Plan } from '../../simulator/plan.ts';
import { readPlay, type PlayRecord } from '../../simulator/record.ts';
import { eachOf } from '../../simulator/each-of.ts';
import { Simulator } from '../../simulator/simulator.ts';
import { truthAt } from '../../simulator/truth.ts';
import { runHook } from '../hooks/hook.ts';
import type { Hook } from '../config/settings.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { redactEntry } from '../redact.ts';
import { uniqueIds } from './unique-ids.ts';
import type { Session } from './session.ts';
import type { Sight } from '../judging/sight.ts';
import { compressionMs } from '../judging/owed.ts';
import { watchOutgoing } from './outgoing.ts';
import { awaitNewer, wanting, withoutEffects } from './owing.ts';
import { Watch } from './watch.ts';

const HOOKS_AT_ONCE = 4;
/** Bounds of the real time that one play gives a receiver to catch up, all instants together. */
const CATCH_UP_MS_MIN = 10_000;
const CATCH_UP_MS_MAX = 30_000;
/** After so much waiting for what never came, a play waits no longer than the receiver ever took. */
const IN_VAIN_MS_MAX = 2500;

/** What the calm check showed of the receiver. */
export interface CalmView {
  readonly sights: readonly Sight[];
  readonly latencyMs: number;
}

export class Play {
  readonly plan: Plan;
  readonly namespace: string;
  readonly history: History;
  readonly #session: Session;
  readonly #clock = new VirtualClock<unknown>();
  #ids: Record<string, string>;
  #arrangedAtMs = 0;
  #caughtUpMs = 0;
  #waitedInVainMs = 0;
  #calm: CalmView | undefined;
  #simulator: Simulator | undefined;
  #binding: Binding | undefined;
  #isOver = false;
  #watch: Watch | undefined;
  /** As of the last entry, so that what is asked twice is read once. */
  #record: PlayRecord | undefined;

  /** `label` tells plays of one run apart: scenario, seed and number of the repetition. */
  constructor(session: Session, plan: Plan, label: string) {
    this.#session = session;
    this.plan = plan;
    this.namespace = `${session.namespace}/${label}`;
    this.#ids = uniqueIds(session, plan, this.namespace);
    this.history = new History(
      { virtualMs: () => this.#clock.nowMs, wallMs: () => session.clock.nowMs() },
      (entry) => redactEntry(entry, session.redact),
    );
  }

  get objectIds(): readonly string[] {
    return this.plan.objects.map((object) => object.id);
  }

  /** By label. */
  get realIds(): Readonly<Record<string, string>> {
    return this.#ids;
  }

  get begun(): boolean {
    return this.#simulator !== undefined;
  }

  /** True when all of it was seen and other plays have begun since: what happens now is not its doing. */
  get isOver(): boolean {
    return this.#isOver;
  }

  close(): void {
    this.#isOver = true;
  }

  get virtualMs(): number {
    return this.#clock.nowMs;
  }

  get binding(): Binding {
    if (this.#binding === undefined) throw new Error('The play has not begun.');
    return this.#binding;
  }

  get watch(): Watch {
    if (this.#watch === undefined) throw new Error('The play has not begun.');
    return this.#watch;
  }

  get simulator(): Simulator {
    if (this.#simulator === undefined) throw new Error('The play has not begun.');
    return this.#simulator;
  }

  record(): PlayRecord {
    if (this.#record?.entries.length !== this.history.length) {
      this.#record = readPlay(this.plan, [...this.history.entries]);
    }
    return this.#record;
  }

  /** Lets the user's hook make the objects; an `id` in its answer replaces ours. */
  async arrange(): Promise<void> {
    const hook = this.#session.settings.arrange;
    if (hook === undefined) return;
    await eachOf(this.plan.objects, HOOKS_AT_ONCE, async (object) => {
      const answer = await runHook(hook, this.#hookValues(object.id), this.#session.signal);
      if (answer === null || typeof answer !== 'object' || Array.isArray(answer) || !('id' in answer)) return;
      const { id } = answer as { readonly id: unknown };
      if (typeof id !== 'string' && typeof id !== 'number') {
        throw new Lost200Error(
          'LOST200_E_HOOK',
          `arrange answered with an id that is neither text nor number: ${JSON.stringify(id)}.`,
          'Answer { "id": "…" }, or nothing to keep the id that lost200 made.',
        );
      }
      this.#ids = { ...this.#ids, [object.id]: String(id) };
    });
    this.#arrangedAtMs = this.#session.clock.nowMs();
  }

  /** Lets the user's hook remove the objects. Resolves with why it could not, if so: a run is not lost over that. */
  async cleanup(): Promise<string | undefined> {
    const hook = this.#session.settings.cleanup;
    if (hook === undefined) return undefined;
    let failure: string | undefined;
    await eachOf(this.plan.objects, HOOKS_AT_ONCE, async (object) => {
      if (failure !== undefined) return;
      try {
        await runHook(hook, this.#hookValues(object.id), AbortSignal.timeout(30_000));
      } catch (error) {
        failure = reasonOf(error);
      }
    });
    return failure;
  }

  /** `calm` is what the calm check showed, for plays after it. Binds the plan to now: its last fact happens at this moment, and none before its object was arranged. */
  async begin(calm?: CalmView): Promise<void> {
    this.#calm = calm;
    const { clock, signal, receiver, settings, profile, transport, api, sink, observers, redact } =
      this.#session;
    const spanMs = lastFactMs(this.plan);
    await clock.sleep(Math.max(0, this.#arrangedAtMs + spanMs - clock.nowMs()), signal);
    const binding: Binding = {
      namespace: this.namespace,
      originMs: clock.nowMs() - spanMs,
      ids: this.#ids,
      fixed: settings.fixed,
    };
    this.#binding = binding;
    const watch = new Watch({ plan: this.plan, binding, history: this.history, observers, signal, redact });
    this.#watch = watch;
    this.history.append({ actor: 'control', kind: 'note', note: 'ids', values: this.#ids });
    const requested = this.#session.logs?.follow({
      plan: this.plan,
      binding,
      history: this.history,
      judged: calm !== undefined,
    });
    this.#simulator = new Simulator(
      this.plan,
      {
        profile,
        endpoint: {
          url: receiver.url,
          headers: settings.headers,
          secrets: settings.secrets,
          apiUrl: api.url,
          ...(settings.expiredSecrets === undefined ? {} : { expiredSecrets: settings.expiredSecrets }),
        },
        binding,
        clock: this.#clock,
      },
      {
        transport,
        clock,
        history: this.history,
        signal,
        racing: this.#session.racing,
        quiet: (objectIds) => this.#quiet(objectIds),
        ...(requested === undefined ? {} : { requested }),
        ...(settings.pace === undefined ? {} : { pass: pacer(clock, settings.pace, signal) }),
      },
    );
    if (sink !== undefined) watchOutgoing(sink, this.plan, binding, this.history);
    for (const object of this.plan.objects) {
      api.serve(realId(binding, object.id), () => {
        const truth = truthAt(this.plan, object.id, this.#clock.nowMs);
        const factIds = truth?.facts.map((fact) => fact.id) ?? [];
        this.history.append({ actor: 'receiver', kind: 'truth-read', objectId: object.id, factIds });
        return truth;
      });
    }
  }

  /** The user's drain hook answered, or what was acknowledged can be seen, or reads agree; the floor passes in any case. */
  async #quiet(objectIds: readonly string[]): Promise<void> {
    const { settings, clock, signal } = this.#session;
    if (settings.drain !== undefined && (await this.#drained(settings.drain, objectIds))) return;
    if (this.#calm === undefined) {
      await this.watch.untilStable(objectIds, clock, settings.quietFloorMs);
      return;
    }
    await clock.sleep(settings.quietFloorMs, signal);
    await this.watch.readStates(objectIds);
    await this.#untilCaughtUp(objectIds, this.#calm);
  }

  /** False when the hook failed: a receiver may be at its limits, or gone. In calm weather it must work. */
  async #drained(drain: Hook, objectIds: readonly string[]): Promise<boolean> {
    const { signal } = this.#session;
    try {
      await runHook(drain, this.#hookValues(objectIds[0] ?? ''), signal);
    } catch (error) {
      if (this.history.phase === 'calm' && !signal.aborted) throw error;
      this.history.append({ actor: 'control', kind: 'note', note: 'drain-failed', values: reasonOf(error) });
      return false;
    }
    await this.watch.readStates(objectIds);
    return true;
  }

  /**
   * A receiver that works after its answer gets the time that it took in calm weather before the clock jumps: in real life it
   * would have had it. Bounded per instant and per play.
   */
  async #untilCaughtUp(objectIds: readonly string[], calm: CalmView): Promise<void> {
    const { clock, signal } = this.#session;
    const { lag } = this.#session;
    const budgetMs = Math.min(CATCH_UP_MS_MAX, Math.max(CATCH_UP_MS_MIN, 40 * lag.ms));
    const startedMs = clock.tickMs();
    // Where states can be seen they tell enough, except of an object whose next fact may take the place of this one.
    const states = calm.sights.filter((sight) => sight.state.clear);
    const replaced = awaitNewer(this.record(), objectIds);
    const counted = states.length === 0 ? objectIds : replaced;
    const lacking = (ids: readonly string[]): readonly string[] => {
      const toCount = counted.filter((id) => ids.includes(id));
      const behind = [...wanting(this, withoutEffects(states), ids), ...wanting(this, calm.sights, toCount)];
      return [...new Set(behind)];
    };
    // Where nothing is owed there is nothing to count.
    await this.watch.readEffects(wanting(this, calm.sights, counted));
    let behind = lacking(objectIds);
    for (;;) {
      const waitedMs = clock.tickMs() - startedMs;
      const mustWait = this.#waitedInVainMs < IN_VAIN_MS_MAX && behind.some((id) => replaced.includes(id));
      const patienceMs = mustWait ? compressionMs(lag.ms) : 1.5 * lag.ms + 50;
      if (behind.length === 0 || signal.aborted) break;
      if (waitedMs >= Math.min(patienceMs, budgetMs - this.#caughtUpMs)) {
        this.#waitedInVainMs += waitedMs;
        break;
      }
      await clock.sleep(Math.min(500, 10 + lag.ms / 8), signal);
      await this.watch.readEffects(behind.filter((id) => counted.includes(id)));
      await this.watch.readStates(behind);
      const before = behind.length;
      behind = lacking(behind);
      if (behind.length < before) lag.saw(waitedMs);
    }
    this.#caughtUpMs += clock.tickMs() - startedMs;
  }

  #ownerOf(objectId: string): Readonly<Record<string, string>> {
    const owner = this.plan.objects.find((object) => object.id === objectId)?.owner;
    return owner === undefined ? {} : { ownerId: this.#ids[owner] ?? owner };
  }

  #hookValues(objectId: string): Readonly<Record<string, string>> {
    return {
      objectId: this.#ids[objectId] ?? objectId,
      ...this.#ownerOf(objectId),
      namespace: this.namespace,
      ...(this.#session.receiver.port === undefined ? {} : { port: String(this.#session.receiver.port) }),
      ...Object.fromEntries(
        Object.entries(this.#session.settings.fixed).map(([name, value]) => [`fixed.${name}`, value]),
      ),
    };
  }
}

/** Real time passes at the given rate of virtual time. */
function pacer(clock: WallClock, pace: number, signal: AbortSignal): (virtualMs: number) => Promise<void> {
  return (virtualMs) => clock.sleep(virtualMs * pace, signal);
}
