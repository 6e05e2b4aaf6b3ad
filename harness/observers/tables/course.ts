/** The calm check's samples, table by table: how the rows of each object came and changed. */
import type { SeenEffect } from '../../../simulator/history.ts';
import type { Sample } from '../observer.ts';
import type { Cells } from './driver.ts';

export interface Step {
  readonly sample: Sample;
  readonly effects: readonly SeenEffect[];
  readonly rows: readonly Cells[];
}

/** The rows of one table in every sample. */
export interface Course {
  readonly kind: string;
  /** One list for each object, in the order of the samples. */
  readonly objects: readonly (readonly Step[])[];
  readonly steps: readonly Step[];
}

export function coursesOf(samples: readonly Sample[]): readonly Course[] {
  const kinds = [...new Set(samples.flatMap(({ effects }) => effects.map(({ kind }) => kind)))];
  const objectIds = [...new Set(samples.map(({ objectId }) => objectId))];
  return kinds.sort().map((kind) => {
    const steps = samples.map((sample): Step => {
      const effects = sample.effects.filter((effect) => effect.kind === kind);
      return { sample, effects, rows: effects.map(({ row }) => row ?? {}) };
    });
    return {
      kind,
      steps,
      objects: objectIds.map((objectId) => steps.filter(({ sample }) => sample.objectId === objectId)),
    };
  });
}

/** Steps after at least one fact. */
export function livedSteps({ steps }: Course): readonly Step[] {
  return steps.filter(({ sample }) => sample.facts.length > 0);
}

export type Growth = 'grows' | 'stays' | 'not tried';

/** Whether events that were delivered again left more rows. */
export function growthOf({ objects }: Course): Growth {
  let tried = false;
  for (const steps of objects) {
    for (const [index, step] of steps.entries()) {
      if (step.sample.repeats === 0) continue;
      const before = steps.slice(0, index).findLast(({ sample }) => sample.repeats < step.sample.repeats);
      if (before === undefined) continue;
      tried = true;
      if (step.rows.length > before.rows.length) return 'grows';
    }
  }
  return tried ? 'stays' : 'not tried';
}

/** One row for each delivery, whatever it said, as an audit log has. */
export function hasRowPerDelivery(course: Course): boolean {
  return livedSteps(course).every(
    ({ sample, rows }) => rows.length === sample.facts.length * (1 + sample.repeats),
  );
}

/** Each object has one row from its first fact on: the object itself, not something that happened to it. */
export function hasRowPerObject(course: Course): boolean {
  const steps = livedSteps(course);
  return (
    steps.some(({ sample }) => sample.facts.length > 1) &&
    steps.every(({ sample, rows }) => rows.length === 1 || (sample.repeats > 0 && rows.length > 0))
  );
}

/**
 * True when rows go on naming the event that they came with. Else an id is that of whatever touched the row last, and says nothing
 * of what the row is owed to.
 */
export function keepsItsEvents({ objects }: Course): boolean {
  const named = ({ effects }: Step, eventId: string): number =>
    effects.filter((effect) => effect.eventId === eventId).length;
  return objects.every((steps) =>
    steps.slice(1).every((step, index) => {
      const before = steps[index];
      return (
        before === undefined ||
        before.effects.every(
          ({ eventId }) => eventId === undefined || named(step, eventId) >= named(before, eventId),
        )
      );
    }),
  );
}

/** The value of the one row, or of all rows when they agree; else, and where there is none, `null`. */
export function valueIn(rows: readonly Cells[], column: string): string | null {
  const values = new Set(rows.map((row) => row[column] ?? null));
  const [value] = values;
  return values.size === 1 ? (value ?? null) : null;
}
