/** Rows of calm objects against each other, and rows of a chaotic object against a calm one's. */
import type { SeenEffect } from '../../simulator/history.ts';

/** Cells that are an instant, whatever it is about: ISO, SQL, or seconds or milliseconds of this century. */
const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)|^[12]\d{9}(?:\d{3})?(?:\.\d+)?$/;

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';

/** The same inside a text, and dates and times of day as people write them. */
const INSTANTS_WITHIN = [
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?/g,
  /(?<![\d.])(?:\d{1,2}[./]\d{1,2}[./]\d{4}|\d{4}\/\d{1,2}\/\d{1,2})(?![\d.])/g,
  new RegExp(
    `\\b(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(?:\\d{1,2} ${MONTH}|${MONTH} \\d{1,2}),? \\d{4}\\b`,
    'gi',
  ),
  /(?<![\d:])\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[ap]m\b)?(?![\d:])/gi,
  /(?<![\d.])1[5-9]\d{8}(?:\d{3})?(?!\d)/g,
];

/** A cell without what is its object's own: ids become their role, instants become one word. */
export function cellShape(cell: string | null, labels: ReadonlyMap<string, string>): string | null {
  if (cell === null) return null;
  let shape = cell;
  for (const [label, role] of labels) shape = shape.replaceAll(`{${label}}`, `{${role}}`);
  if (INSTANT.test(shape)) return '{instant}';
  for (const instant of INSTANTS_WITHIN) shape = shape.replaceAll(instant, '{instant}');
  return shape;
}

/** The effects with every cell in its shape. */
export function shapeRows(
  effects: readonly SeenEffect[],
  roles: ReadonlyMap<string, string>,
): readonly SeenEffect[] {
  return effects.map((effect) =>
    effect.row === undefined
      ? effect
      : {
          ...effect,
          row: Object.fromEntries(
            Object.entries(effect.row).map(([column, cell]) => [column, cellShape(cell, roles)]),
          ),
        },
  );
}

/** `{o1}` is the object, `{e5}` the event of a fact, whatever their numbers. */
export function rolesOf(
  objectId: string,
  facts: readonly { readonly fact: string; readonly eventId: string }[],
): ReadonlyMap<string, string> {
  return new Map([
    [objectId, 'object'],
    ...facts.map(({ fact, eventId }): [string, string] => [eventId, fact]),
  ]);
}

export interface CalmRows {
  readonly objectId: string;
  readonly facts: readonly { readonly fact: string; readonly eventId: string }[];
  readonly repeats: number;
  readonly effects: readonly SeenEffect[];
}

/**
 * `kind.column` of all cells that mean nothing to a comparison: generated keys, amounts and other values of one object, counters
 * of deliveries. They differ between two calm objects of one history, or with a mere repeat.
 */
export function looseColumns(samples: readonly CalmRows[]): readonly string[] {
  const shapes = new Map<string, Set<string>>();
  for (const sample of samples) {
    if (sample.facts.length === 0) continue;
    const walk = sample.facts.map((one) => one.fact).join(' ');
    const roles = rolesOf(sample.objectId, sample.facts);
    for (const [column, cells] of columnsOf(sample.effects)) {
      const key = `${walk}\n${column}`;
      const known = shapes.get(key) ?? new Set<string>();
      known.add(JSON.stringify(cells.map((cell) => cellShape(cell, roles)).sort()));
      shapes.set(key, known);
    }
  }
  const loose = [...shapes].filter(([, known]) => known.size > 1).map(([key]) => key.split('\n')[1] ?? '');
  return [...new Set(loose)];
}

/** All cells by `kind.column`, in the order of the rows. */
export function columnsOf(effects: readonly SeenEffect[]): ReadonlyMap<string, readonly (string | null)[]> {
  const columns = new Map<string, (string | null)[]>();
  for (const { kind, row = {} } of effects) {
    for (const [column, cell] of Object.entries(row)) {
      const key = `${kind}.${column}`;
      columns.set(key, [...(columns.get(key) ?? []), cell]);
    }
  }
  return columns;
}
