/** Looks at the receiver through every observer, on behalf of one play, and writes what it sees into the play's history. */
import type { Binding } from '../../simulator/binding.ts';
import { realId } from '../../simulator/binding.ts';
import type { WallClock } from '../../simulator/clock.ts';
import type { History, SeenEffect } from '../../simulator/history.ts';
import type { Plan } from '../../simulator/plan.ts';
import { eachOf } from '../../simulator/each-of.ts';
import { factsOf } from '../../simulator/truth.ts';
import type { Observer, Subject } from '../observers/observer.ts';

const READS_AT_ONCE = 8;
const STABLE_ROUNDS_MAX = 5;

export class Watch {
  readonly #plan: Plan;
  readonly #binding: Binding;
  readonly #history: History;
  readonly #observers: readonly Observer[];
  readonly #signal: AbortSignal;
  readonly #labels: ReadonlyMap<string, string>;
  readonly #states = new Map<string, string | null>();
  readonly #effects = new Map<string, readonly SeenEffect[]>();

  constructor(given: {
    readonly plan: Plan;
    readonly binding: Binding;
    readonly history: History;
    readonly observers: readonly Observer[];
    readonly signal: AbortSignal;
  }) {
    this.#plan = given.plan;
    this.#binding = given.binding;
    this.#history = given.history;
    this.#observers = given.observers;
    this.#signal = given.signal;
    this.#labels = new Map(Object.entries(given.binding.ids).map(([label, id]) => [id, label]));
  }

  /** The last state that the observer read, `undefined` if it never could. */
  state(observer: string, objectId: string): string | null | undefined {
    return this.#states.get(`${observer} ${objectId}`);
  }

  effects(observer: string, objectId: string): readonly SeenEffect[] | undefined {
    return this.#effects.get(`${observer} ${objectId}`);
  }

  /** Reads, pauses and reads again what had changed, until nothing does: quiet as far as can be seen, within bounds. */
  async untilStable(objectIds: readonly string[], clock: WallClock, floorMs: number): Promise<void> {
    let changed = await this.readStates(objectIds);
    for (let round = 0; round < STABLE_ROUNDS_MAX && !this.#signal.aborted; round += 1) {
      await clock.sleep(floorMs, this.#signal);
      if (changed.length === 0) return;
      changed = await this.readStates(changed);
    }
  }

  /** One read of each object by each observer; resolves with the objects that differ from the read before. */
  async readStates(objectIds: readonly string[]): Promise<readonly string[]> {
    const changed = new Set<string>();
    await this.#each(objectIds, async (observer, objectId) => {
      if (observer.readState === undefined) return;
      const startIndex = this.#history.length;
      const state = await observer.readState(this.#subject(objectId), this.#signal);
      const key = `${observer.name} ${objectId}`;
      if (this.#states.get(key) !== state) changed.add(objectId);
      this.#states.set(key, state);
      this.#history.append({
        actor: 'observer',
        kind: 'state',
        observer: observer.name,
        objectId,
        startIndex,
        state,
      });
    });
    return [...changed];
  }

  async readEffects(objectIds: readonly string[]): Promise<void> {
    await this.#each(objectIds, async (observer, objectId) => {
      if (observer.readEffects === undefined) return;
      const startIndex = this.#history.length;
      const seen = await observer.readEffects(this.#subject(objectId), this.#signal);
      const effects = seen.map((effect) => this.#labelled(effect));
      this.#effects.set(`${observer.name} ${objectId}`, effects);
      this.#history.append({
        actor: 'observer',
        kind: 'effects',
        observer: observer.name,
        objectId,
        startIndex,
        effects,
      });
    });
  }

  async #each(
    objectIds: readonly string[],
    read: (observer: Observer, objectId: string) => Promise<void>,
  ): Promise<void> {
    const pairs = this.#observers.flatMap((observer) =>
      objectIds.map((objectId) => ({ observer, objectId })),
    );
    await eachOf(pairs, READS_AT_ONCE, async ({ observer, objectId }) => {
      if (this.#signal.aborted) return;
      try {
        await read(observer, objectId);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#history.append({
          actor: 'observer',
          kind: 'observer-failed',
          observer: observer.name,
          objectId,
          message,
        });
      }
    });
  }

  #subject(objectId: string): Subject {
    const facts = factsOf(this.#plan, objectId).map((fact) => fact.id);
    const events = facts.flatMap((fact) => this.#plan.events.filter((event) => event.factId === fact));
    return {
      objectId: realId(this.#binding, objectId),
      eventIds: events.map((event) => realId(this.#binding, event.id)),
      fixed: this.#binding.fixed,
    };
  }

  /** Real ids that the plan made become labels again; others stay as the receiver gave them. */
  #labelled(effect: SeenEffect): SeenEffect {
    const label = (id: string): string => this.#labels.get(id) ?? id;
    return {
      kind: effect.kind,
      ...(effect.eventId === undefined ? {} : { eventId: label(effect.eventId) }),
      ...(effect.objectId === undefined ? {} : { objectId: label(effect.objectId) }),
      ...(effect.key === undefined ? {} : { key: effect.key }),
    };
  }
}
