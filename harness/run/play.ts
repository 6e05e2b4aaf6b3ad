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
import type { Session } from './session.ts';
import { uniqueIds } from './unique-ids.ts';
import { Watch } from './watch.ts';

const HOOKS_AT_ONCE = 4;

export class Play {
  readonly plan: Plan;
  readonly namespace: string;
  readonly history: History;
  readonly #session: Session;
  readonly #clock = new VirtualClock<unknown>();
  #ids: Record<string, string>;
  #arrangedAtMs = 0;
  #simulator: Simulator | undefined;
  #watch: Watch | undefined;

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

  get begun(): boolean {
    return this.#simulator !== undefined;
  }

  get virtualMs(): number {
    return this.#clock.nowMs;
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
    return readPlay(this.plan, this.history.entries);
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

  /** Binds the plan to now: its last fact happens at this moment, and none before its object was arranged. */
  async begin(): Promise<void> {
    const { clock, signal, receiver, settings, profile, transport, api, observers } = this.#session;
    const spanMs = lastFactMs(this.plan);
    await clock.sleep(Math.max(0, this.#arrangedAtMs + spanMs - clock.nowMs()), signal);
    const binding: Binding = {
      namespace: this.namespace,
      originMs: clock.nowMs() - spanMs,
      ids: this.#ids,
      fixed: settings.fixed,
    };
    const watch = new Watch({ plan: this.plan, binding, history: this.history, observers, signal });
    this.#watch = watch;
    this.history.append({ actor: 'control', kind: 'note', note: 'ids', values: this.#ids });
    this.#simulator = new Simulator(
      this.plan,
      {
        profile,
        endpoint: { url: receiver.url, headers: settings.headers, secrets: settings.secrets },
        binding,
        clock: this.#clock,
      },
      {
        transport,
        clock,
        history: this.history,
        signal,
        quiet: (objectIds) => this.#quiet(objectIds),
        ...(settings.pace === undefined ? {} : { pass: pacer(clock, settings.pace, signal) }),
      },
    );
    for (const object of this.plan.objects) {
      api.serve(realId(binding, object.id), () => {
        const truth = truthAt(this.plan, object.id, this.#clock.nowMs);
        const factIds = truth?.facts.map((fact) => fact.id) ?? [];
        this.history.append({ actor: 'receiver', kind: 'truth-read', objectId: object.id, factIds });
        return truth;
      });
    }
  }

  /** The user's drain hook answered, or two rounds of reads agreed, or at least the floor has passed. */
  async #quiet(objectIds: readonly string[]): Promise<void> {
    const { settings, clock } = this.#session;
    if (settings.drain !== undefined && (await this.#drained(settings.drain, objectIds))) return;
    await this.watch.untilStable(objectIds, clock, settings.quietFloorMs);
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

  #hookValues(objectId: string): Readonly<Record<string, string>> {
    return {
      objectId: this.#ids[objectId] ?? objectId,
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
