/** Looks at the receiver through every observer, on behalf of one play, and writes what it sees into the play's history. */
import type { Binding } from '../../simulator/binding.ts';
import { realId } from '../../simulator/binding.ts';
import type { WallClock } from '../../simulator/clock.ts';
import type { History, Phase, SeenEffect } from '../../simulator/history.ts';
import type { JsonObject } from '../../simulator/json.ts';
import { strangeLabel, type WebhookEvent } from '../../simulator/model.ts';
import type { Plan } from '../../simulator/plan.ts';
import { eachOf } from '../../simulator/each-of.ts';
import { factsOf } from '../../simulator/truth.ts';
import type { Observer, Subject } from '../observers/observer.ts';
import type { Redact } from '../redact.ts';
import { labelValues } from './value-labels.ts';

const READS_AT_ONCE = 8;
const STABLE_ROUNDS_MAX = 5;
const ROWS_SHOWN_IN: readonly Phase[] = ['arrange', 'calm', 'final'];

type SeenRow = NonNullable<SeenEffect['row']>;

export class Watch {
  readonly #plan: Plan;
  readonly #binding: Binding;
  readonly #history: History;
  readonly #observers: readonly Observer[];
  readonly #signal: AbortSignal;
  readonly #redact: Redact;
  readonly #labels: ReadonlyMap<string, string>;
  readonly #states = new Map<string, string | null>();
  readonly #effects = new Map<string, readonly SeenEffect[]>();
  readonly #values = new Map<string, JsonObject | null>();
  readonly #unlabelled = new Map<string, readonly SeenEffect[]>();
  /** By object and by row as it was read: observers give the same one again as long as it did not change. */
  readonly #rows = new Map<string, WeakMap<SeenRow, SeenRow>>();

  constructor(given: {
    readonly plan: Plan;
    readonly binding: Binding;
    readonly history: History;
    readonly observers: readonly Observer[];
    readonly signal: AbortSignal;
    readonly redact: Redact;
  }) {
    this.#plan = given.plan;
    this.#binding = given.binding;
    this.#history = given.history;
    this.#observers = given.observers;
    this.#signal = given.signal;
    this.#redact = given.redact;
    this.#labels = new Map(Object.entries(given.binding.ids).map(([label, id]) => [id, label]));
  }

  /** The last state that the observer read, `undefined` if it never could. */
  state(observer: string, objectId: string): string | null | undefined {
    return this.#states.get(`${observer} ${objectId}`);
  }

  /** The same with the real ids. */
  effectsAsRead(observer: string, objectId: string): readonly SeenEffect[] | undefined {
    return this.#unlabelled.get(`${observer} ${objectId}`);
  }

  /** States that were read before the observer knew what they are. */
  forgetStates(observer: string): void {
    for (const key of [...this.#states.keys()]) if (key.startsWith(`${observer} `)) this.#states.delete(key);
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
      const effects = seen.map((effect) => this.#labelled(effect, objectId));
      this.#effects.set(`${observer.name} ${objectId}`, effects);
      if (observer.learn !== undefined) this.#unlabelled.set(`${observer.name} ${objectId}`, seen);
      this.#history.append({
        actor: 'observer',
        kind: 'effects',
        observer: observer.name,
        objectId,
        startIndex,
        effects: ROWS_SHOWN_IN.includes(this.#history.phase) ? effects : effects.map(withoutRow),
      });
    });
  }

  /** The last values that the observer read, `null`: no such object, `undefined`: it never could. */
  values(observer: string, objectId: string): JsonObject | null | undefined {
    return this.#values.get(`${observer} ${objectId}`);
  }

  async readValues(objectIds: readonly string[]): Promise<void> {
    if (this.#observers.every((observer) => observer.readValues === undefined)) return;
    await this.#each(objectIds, async (observer, objectId) => {
      if (observer.readValues === undefined) return;
      const startIndex = this.#history.length;
      const seen = await observer.readValues(this.#subject(objectId), this.#signal);
      const labelling = { labels: this.#labels, originMs: this.#binding.originMs };
      const values = labelValues(this.#plan.lifecycle, seen, labelling);
      this.#values.set(`${observer.name} ${objectId}`, values);
      this.#history.append({
        actor: 'observer',
        kind: 'values',
        observer: observer.name,
        objectId,
        startIndex,
        values,
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
    const batched = pairs.filter((pair) => pair.observer.batches === true);
    const single = pairs.filter((pair) => pair.observer.batches !== true);
    const readOne = async ({ observer, objectId }: (typeof pairs)[number]): Promise<void> => {
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
    };
    await Promise.all([
      eachOf(single, READS_AT_ONCE, readOne),
      eachOf(batched, Math.max(1, batched.length), readOne),
    ]);
  }

  #subject(objectId: string): Subject {
    const facts = factsOf(this.#plan, objectId).map((fact) => fact.id);
    const events = facts.flatMap((fact) => this.#plan.events.filter((event) => event.factId === fact));
    const owner = this.#plan.objects.find((object) => object.id === objectId)?.owner;
    return {
      objectId: realId(this.#binding, objectId),
      ...(owner === undefined ? {} : { ownerId: realId(this.#binding, owner) }),
      eventIds: [...events.map((event) => event.id), ...strangeLabels(this.#plan, events)].map((label) =>
        realId(this.#binding, label),
      ),
      fixed: this.#binding.fixed,
    };
  }

  /** Real ids that the plan made become labels again; others stay as the receiver gave them. */
  #labelled(effect: SeenEffect, objectId: string): SeenEffect {
    const label = (id: string): string => this.#labels.get(id) ?? id;
    return {
      kind: effect.kind,
      ...(effect.eventId === undefined ? {} : { eventId: label(effect.eventId) }),
      ...(effect.objectId === undefined ? {} : { objectId: label(effect.objectId) }),
      ...(effect.key === undefined ? {} : { key: effect.key }),
      ...(effect.row === undefined ? {} : { row: this.#labelledRow(effect.row, objectId) }),
    };
  }

  /** Ids of the object and its events become `{o1}`, `{e1}` wherever they stand in a cell; secrets are not kept. */
  #labelledRow(row: SeenRow, objectId: string): SeenRow {
    const rows = this.#rows.get(objectId) ?? new WeakMap<SeenRow, SeenRow>();
    this.#rows.set(objectId, rows);
    const known = rows.get(row);
    if (known !== undefined) return known;
    const events = this.#plan.events.filter((event) => event.objectId === objectId);
    const labels = [objectId, ...events.map((event) => event.id)];
    const labelled = Object.fromEntries(
      Object.entries(row).map(([column, cell]) => [
        column,
        labels.reduce<string | null>(
          (text, label) => text?.replaceAll(realId(this.#binding, label), `{${label}}`) ?? null,
          cell === null ? null : this.#redact(cell),
        ),
      ]),
    );
    rows.set(row, labelled);
    return labelled;
  }
}

/** Ids under which forgers spoke of the events. */
function strangeLabels(plan: Plan, events: readonly WebhookEvent[]): readonly string[] {
  const ids = new Set(events.map((event) => event.id));
  return plan.deliveries
    .filter((delivery) => delivery.alter !== undefined && ids.has(delivery.eventId))
    .map((delivery) => strangeLabel(delivery.id));
}

/** Rows are long: they are kept where they are judged. */
function withoutRow({ row: _, ...effect }: SeenEffect): SeenEffect {
  return effect;
}
