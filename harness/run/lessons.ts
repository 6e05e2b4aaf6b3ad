/** What observers of rows learn in calm weather: samples while it lasts, then what the rows mean (DESIGN 4.5, the reference run). */
import type { Notice } from '../../reports/run-report.ts';
import { bindEvent, realId } from '../../simulator/binding.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact } from '../../simulator/model.ts';
import type { Learned, Observer, Sample } from '../observers/observer.ts';
import { looseColumns, type CalmRows } from '../judging/rows.ts';
import type { Reading } from './controls.ts';
import type { Play } from './play.ts';

export class Lessons {
  readonly learned: Map<string, Learned> = new Map();
  /** By observer: `kind.column` of cells that differ between equal objects, or change with a mere repeat. */
  readonly loose: Map<string, readonly string[]> = new Map();
  /**
   * True when some observer has to be taught by objects that live twice and events that come again. Nobody can say in advance what
   * there will be to see then, so that one has to wait for changes to end.
   */
  readonly wanted: boolean;
  readonly #pupils: readonly Observer[];
  readonly #samples = new Map<string, readonly Sample[]>();
  readonly #rows = new Map<string, readonly CalmRows[]>();

  constructor(observers: readonly Observer[]) {
    this.#pupils = observers.filter((observer) => observer.speaks === 'receiver');
    this.wanted = this.#pupils.length > 0;
  }

  /** Keeps the observers' last rows of the object only to learn which cells mean nothing. */
  noteRows(play: Play, objectId: string, facts: readonly Fact[], repeats: number): void {
    for (const pupil of this.#pupils) {
      const effects = play.watch.effects(pupil.name, objectId);
      if (effects === undefined) continue;
      const events = facts.flatMap((fact) => play.plan.events.find((one) => one.factId === fact.id) ?? []);
      const rows = {
        objectId,
        repeats,
        effects,
        facts: events.map(({ id, fact }) => ({ fact, eventId: id })),
      };
      this.#rows.set(pupil.name, [...(this.#rows.get(pupil.name) ?? []), rows]);
    }
  }

  /** Keeps what the observers last saw of the object. */
  note(play: Play, objectId: string, facts: readonly Fact[], repeats: number): void {
    this.noteRows(play, objectId, facts, repeats);
    for (const pupil of this.#pupils) {
      const effects = play.watch.effects(pupil.name, objectId);
      if (effects === undefined) continue;
      const events = facts.flatMap((fact) => play.plan.events.find((one) => one.factId === fact.id) ?? []);
      const sample: Sample = {
        objectId: realId(play.binding, objectId),
        repeats,
        effects: play.watch.effectsAsRead(pupil.name, objectId) ?? effects,
        facts: events.map((event) => {
          const { id, type, data } = bindEvent(play.binding, event);
          const status = factRule(play.plan.lifecycle, event.fact).state;
          return { fact: event.fact, eventId: id, type, status, payload: data };
        }),
      };
      this.#samples.set(pupil.name, [...(this.#samples.get(pupil.name) ?? []), sample]);
    }
  }

  /** Lets them learn, and gives the readings the states that they can tell by now. */
  learn(play: Play, readings: Reading[]): void {
    for (const pupil of this.#pupils) {
      const samples = this.#samples.get(pupil.name) ?? [];
      this.loose.set(pupil.name, looseColumns(this.#rows.get(pupil.name) ?? []));
      if (pupil.learn === undefined) continue;
      const learned = pupil.learn(samples);
      this.learned.set(pupil.name, learned);
      for (const [index, reading] of readings.entries()) {
        readings[index] = {
          ...reading,
          seen: reading.seen.map((one) =>
            one.observer === pupil.name && one.effects !== undefined
              ? { ...one, state: learned.stateOf(one.effects) }
              : one,
          ),
        };
      }
      play.watch.forgetStates(pupil.name);
    }
  }

  notices(): readonly Notice[] {
    return [...this.learned.values()].flatMap(({ notes, warnings = [] }) => [
      ...warnings.map((sentence): Notice => ({ level: 'warning', sentence })),
      ...notes.map((sentence): Notice => ({ level: 'info', sentence })),
    ]);
  }
}
