/** What rows hold says what they are: raw bodies and signatures are deliveries, an amount of the payload is money. */
import type { Json } from '../../../simulator/json.ts';
import type { Sample } from '../observer.ts';
import { livedSteps, type Course, type Step } from './course.ts';
import type { Cells, Table } from './driver.ts';
import { wordsOf } from './names.ts';

/** Columns that only something that came in over the wire has. */
const INTAKE_WORDS = new Set(
  'attempt attempts body callback deliveries delivery dedupe header headers ip processed raw received request retries retry seen signature webhook'.split(
    ' ',
  ),
);

const AMOUNT_NAMES = /amount|total|price|sum|value|balance|cents|quantity/i;
const SIGNATURE = /\bv\d,[A-Za-z0-9+/]{40,}=*|\b(?:[\w-]*-)?signature["']?\s*[:=]/i;
const CLOCK_TYPE = /^(?:timestamp|timestamptz|date|datetime|time)\b/i;
const CLOCK = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)|^\d{2}:\d{2}:\d{2}/;
const EPOCH = /^1[5-9]\d{8}(?:\d{3}|\d{6}|\.\d+)?$/;
/** Leaves of a payload that say nothing when they are found again: too short to be there for it alone. */
const LEAF_MIN = 2;

/** Why rows are what a delivery left behind, when they look like it. */
export function intakeReason(course: Course, table: Table | undefined): string | undefined {
  const rows = livedSteps(course).flatMap((step) => step.rows.map((cells) => ({ cells, step })));
  const most = (holds: (row: { readonly cells: Cells; readonly step: Step }) => boolean): boolean =>
    rows.length > 0 && 2 * rows.filter(holds).length >= rows.length;
  if (most(({ cells, step }) => Object.values(cells).some((cell) => holdsBody(cell, step.sample))))
    return 'its rows hold whole events';
  if (most(({ cells }) => Object.values(cells).some((cell) => cell !== null && SIGNATURE.test(cell))))
    return 'its rows hold signatures';
  const columns = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  const constant = [...columns].filter(
    (column) => new Set(rows.map(({ cells }) => cells[column] ?? null)).size === 1,
  );
  const saysNothing = ({ cells, step }: { readonly cells: Cells; readonly step: Step }): boolean =>
    Object.entries(cells).every(
      ([column, cell]) => constant.includes(column) || isOfDelivery(column, cell, step.sample, table),
    );
  if (rows.length > 1 && rows.every((row) => !namesObject(row.cells, row.step.sample) && saysNothing(row)))
    return 'its rows hold nothing but an event id, instants and keys';
  return undefined;
}

/** A column that tells of deliveries by its name. */
export function intakeColumn(table: Table | undefined): string | undefined {
  return table?.columns.find(({ name }) => wordsOf(name).some((word) => INTAKE_WORDS.has(word)))?.name;
}

/** Every row holds an amount of the payload of one of its object's events, as it is or in a hundredth. */
export function carriesAmount(course: Course): boolean {
  const rows = livedSteps(course).flatMap(({ rows: all, sample }) => all.map((cells) => ({ cells, sample })));
  return (
    rows.length > 0 &&
    rows.every(({ cells, sample }) => {
      const amounts = new Set(
        sample.facts.flatMap(({ payload }) => amountsIn(payload)).flatMap((amount) => [amount, amount / 100]),
      );
      return Object.values(cells).some((cell) => {
        if (cell === null || !/^-?\d+(?:\.\d+)?$/.test(cell)) return false;
        return amounts.has(Math.abs(Number(cell)));
      });
    })
  );
}

/** Every row holds the object's id, or refers to a row that does. */
export function refersToObject(course: Course): boolean {
  return livedSteps(course).every(({ rows, sample }) => rows.every((cells) => namesObject(cells, sample)));
}

function namesObject(cells: Cells, sample: Sample): boolean {
  const values = Object.values(cells).filter((cell) => cell !== null);
  const objectDigits = digitsOf(sample.objectId);
  if (values.some((cell) => digitsOf(cell).includes(objectDigits))) return true;
  // A row that holds no id of ours is here for the row that it refers to.
  return !sample.facts.some(({ eventId }) =>
    values.some((cell) => digitsOf(cell).includes(digitsOf(eventId))),
  );
}

function holdsBody(cell: string | null, sample: Sample): boolean {
  if (cell === null || cell.length < 40) return false;
  return sample.facts.some(({ eventId, type, payload }) => {
    const leaves = leavesOf(payload).filter((leaf) => leaf.length >= LEAF_MIN);
    const found = leaves.filter((leaf) => cell.includes(leaf)).length;
    const namesEvent = cell.includes(eventId) || cell.includes(type);
    return leaves.length >= 2 && found >= (namesEvent ? 0.6 : 1) * leaves.length && /[{<&=:]/.test(cell);
  });
}

function isOfDelivery(
  column: string,
  cell: string | null,
  sample: Sample,
  table: Table | undefined,
): boolean {
  if (cell === null || CLOCK.test(cell) || EPOCH.test(cell)) return true;
  const known = table?.columns.find(({ name }) => name === column);
  if (known?.generated === true || CLOCK_TYPE.test(known?.type ?? '')) return true;
  return sample.facts.some(
    ({ eventId, type, fact }) => digitsOf(cell).includes(digitsOf(eventId)) || cell === type || cell === fact,
  );
}

function amountsIn(payload: Json): readonly number[] {
  return entriesIn(payload).flatMap(([name, value]) =>
    typeof value === 'number' && value !== 0 && AMOUNT_NAMES.test(name) ? [Math.abs(value)] : [],
  );
}

function leavesOf(payload: Json): readonly string[] {
  return entriesIn(payload).flatMap(([, value]) => (value === null || value === '' ? [] : [String(value)]));
}

function entriesIn(value: Json, name = ''): readonly (readonly [string, string | number | boolean | null])[] {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([key, inner]) =>
    entriesIn(inner, /^\d+$/.test(key) ? name : key),
  );
}

/** Ids are looked for without regard to hyphens and case, as databases write uuids in several ways. */
function digitsOf(text: string): string {
  return text.replaceAll('-', '').toLowerCase();
}
