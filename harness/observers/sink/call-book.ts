/** What the receiver asked of the sink, by object: every call that names one of its ids. */
import type { PlannedAnswer } from '../../../simulator/api/planned-answers.ts';
import type { SeenEffect } from '../../../simulator/history.ts';
import { IdIndex } from './id-index.ts';

const EFFECTS_MAX = 200_000;
const BYTES_MAX = 128 * 1_048_576;
const SAMPLES_MAX = 3;

/** One call as the play of an object is told of it. Ids are real ones. */
export interface SinkCall {
  readonly id: string;
  readonly kind: string;
  readonly eventIds: readonly string[];
  /** The nth call about the object, from 1. */
  readonly number: number;
  readonly key?: string;
  readonly fault?: string;
  readonly refused: boolean;
  readonly lost: boolean;
}

/** The play of an object. */
export interface CallListener {
  /** What is to go wrong with the nth call about the object. */
  planned(number: number): PlannedAnswer | undefined;
  called(call: SinkCall): void;
  abandoned(callId: string): void;
}

/** A call as one of the sink's doors took it. */
export interface Taken {
  /** Everything in which an id may stand. */
  readonly searchable: string;
  /** What it asks for, given our ids in it; several effects for a mail to several. */
  readonly asks: (ids: readonly string[]) => readonly Asked[];
  /** True when the sink does what is asked, as far as no fault stands against it. */
  readonly done: boolean;
}

export interface Asked {
  readonly kind: string;
  readonly safe: boolean;
  readonly key?: string;
  readonly row: Readonly<Record<string, string | null>>;
}

export interface Entry {
  readonly id: string;
  readonly answer?: PlannedAnswer['answer'];
  /** To be called when the receiver went away before the answer. */
  readonly abandoned: () => void;
}

interface Served {
  readonly objectId: string;
  readonly listener: CallListener | undefined;
  calls: number;
  readonly effects: SeenEffect[];
  readonly keys: Set<string>;
}

export interface CallCounts {
  readonly calls: number;
  /** Calls that ask for something and name an id of ours. */
  readonly named: number;
  /** Kinds of some that name none. */
  readonly unnamed: readonly string[];
}

export class CallBook {
  readonly #ids = new IdIndex<Served>();
  readonly #served = new Map<string, Served>();
  #calls = 0;
  #named = 0;
  #effects = 0;
  #bytes = 0;
  readonly #unnamed = new Set<string>();
  #spoiled: string | undefined;

  /** Calls are counted from here on. Ids too short to be found are not looked for. */
  serve(objectId: string, eventIds: readonly string[], listener?: CallListener): void {
    const served: Served = { objectId, listener, calls: 0, effects: [], keys: new Set() };
    this.#served.set(objectId, served);
    for (const id of [objectId, ...eventIds]) this.#ids.add(id, served);
  }

  take(taken: Taken): Entry {
    this.#calls += 1;
    const id = `call-${this.#calls}`;
    const found = new Map<Served, string[]>();
    for (const { id: ours, owner } of this.#ids.find(taken.searchable))
      found.set(owner, [...(found.get(owner) ?? []), ours]);
    const asked = taken.asks([...found.values()].flat());
    const wanted = asked.filter((one) => !one.safe);
    const [first] = wanted;
    if (first === undefined) return { id, abandoned: () => undefined };
    if (found.size === 0) {
      if (this.#unnamed.size < SAMPLES_MAX) this.#unnamed.add(first.kind);
      return { id, abandoned: () => undefined };
    }
    this.#named += 1;
    const about = [...found].map(([served, ids]) => ({ served, ids }));
    for (const { served } of about) served.calls += 1;
    const planned = about.flatMap(({ served }) => served.listener?.planned(served.calls) ?? [])[0];
    const refused = !taken.done || planned?.answer.kind === 'refused';
    for (const { served, ids } of about) {
      const eventIds = ids.filter((one) => one !== served.objectId);
      if (!refused) this.#keep(served, wanted, eventIds);
      const { kind, key } = first;
      const fault = planned?.fault;
      served.listener?.called({
        ...{ id, kind, eventIds, number: served.calls, refused, lost: planned?.answer.kind === 'lost' },
        ...(key === undefined ? {} : { key }),
        ...(fault === undefined ? {} : { fault }),
      });
    }
    return {
      id,
      ...(planned === undefined ? {} : { answer: planned.answer }),
      abandoned: () => {
        for (const { served } of about) served.listener?.abandoned(id);
      },
    };
  }

  /** @throws Error when calls were missed, so that nothing may be concluded from what is not there */
  effects(objectId: string): readonly SeenEffect[] {
    if (this.#spoiled !== undefined) throw new Error(this.#spoiled);
    const served = this.#served.get(objectId);
    if (served === undefined) throw new Error(`The sink was never told to look for ${objectId}.`);
    return [...served.effects];
  }

  /** From now on every read fails with this sentence. */
  spoil(why: string): void {
    this.#spoiled ??= why;
  }

  get counts(): CallCounts {
    return { calls: this.#calls, named: this.#named, unnamed: [...this.#unnamed] };
  }

  #keep(served: Served, asked: readonly Asked[], eventIds: readonly string[]): void {
    for (const { kind, key, row } of asked) {
      if (key !== undefined && served.keys.has(key)) continue;
      if (key !== undefined) served.keys.add(key);
      this.#effects += 1;
      this.#bytes += kind.length + Object.values(row).reduce((sum, value) => sum + (value?.length ?? 0), 0);
      if (this.#effects > EFFECTS_MAX || this.#bytes > BYTES_MAX) {
        this.spoil(
          `The sink keeps at most ${EFFECTS_MAX} calls and ${BYTES_MAX} bytes: play fewer seeds at once.`,
        );
        return;
      }
      const [eventId] = eventIds;
      served.effects.push({
        kind,
        objectId: served.objectId,
        ...(eventIds.length === 1 && eventId !== undefined ? { eventId } : {}),
        ...(key === undefined ? {} : { key }),
        row,
      });
    }
  }
}
