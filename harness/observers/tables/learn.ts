/** Learns from the calm check what the rows of each table mean: which one shows the state, which are effects, which are neither. */
import type { Sentence } from '../../../reports/run-report.ts';
import type { SeenEffect } from '../../../simulator/history.ts';
import { say } from '../../judging/say.ts';
import type { Learned, Sample } from '../observer.ts';
import { classOf, type TableClass } from './classes.ts';
import { coursesOf, valueIn, type Course } from './course.ts';
import type { Table } from './driver.ts';
import { sharedPrefix } from './names.ts';
import { findStateColumn, statusesByValue, type StateColumn } from './state-column.ts';

/** What is known beside the samples. */
export interface Background {
  readonly tables: readonly Table[];
  /** Tables that could not be read, and why. */
  readonly unread: ReadonlyMap<string, string>;
  /** Kinds of tables with rows that spoke of two objects. */
  readonly shared: ReadonlySet<string>;
  readonly judge: readonly string[];
  readonly ignore: readonly string[];
  /** `kind.column` that are not shown. */
  readonly mask: readonly string[];
  /** `kind.column` */
  readonly state?: string;
}

interface Classed {
  readonly kind: string;
  readonly is: TableClass;
}

/** Pure: the same samples teach the same. */
export function learnTables(samples: readonly Sample[], background: Background): Learned {
  const courses = coursesOf(samples);
  const { tables, judge, ignore } = background;
  const candidates = courses.filter(({ kind }) => !ignore.includes(kind));
  const state =
    background.state === undefined ? findStateColumn(candidates) : configuredState(background.state, courses);
  const prefix = sharedPrefix(tables.map(({ kind }) => kind));
  const classed = courses.map((course): Classed => ({
    kind: course.kind,
    is: classOf(course, {
      table: tables.find(({ kind }) => kind === course.kind),
      prefix,
      isStateTable: state?.kind === course.kind,
      isShared: background.shared.has(course.kind),
      config: judge.includes(course.kind) ? 'judge' : ignore.includes(course.kind) ? 'ignore' : undefined,
    }),
  }));
  const of = (wanted: TableClass['kind']): readonly Classed[] =>
    classed.filter(({ is }) => is.kind === wanted);
  return {
    stateOf: stateReader(state, courses),
    ignored: Object.fromEntries(
      of('book-keeping').map(({ kind, is }) => [kind, ignoredBecause(kind, is.why)]),
    ),
    doubts: Object.fromEntries(of('doubtful').map(({ kind, is }) => [kind, doubtAbout(kind, is.why)])),
    notes: [
      ...judgedNote(of('effect'), state),
      ...stateNote(state, background, courses),
      ...unjudgedNote([...of('book-keeping'), ...of('doubtful')], background, courses),
    ],
    warnings: strayNames(background, courses),
  };
}

function stateReader(
  state: StateColumn | undefined,
  courses: readonly Course[],
): (effects: readonly SeenEffect[]) => string | null {
  const course = courses.find(({ kind }) => kind === state?.kind);
  if (state === undefined || course === undefined) return () => null;
  const statuses = statusesByValue(course, state.column);
  return (effects) => {
    const rows = effects.filter(({ kind }) => kind === state.kind).map(({ row }) => row ?? {});
    const value = valueIn(rows, state.column);
    return value === null ? null : (statuses.get(value) ?? value);
  };
}

function configuredState(state: string, courses: readonly Course[]): StateColumn | undefined {
  const found = courses.find(({ kind }) => state.startsWith(`${kind}.`));
  const column = found === undefined ? '' : state.slice(found.kind.length + 1);
  const isThere = found?.steps.some(({ rows }) => rows.some((cells) => column in cells)) === true;
  return found !== undefined && isThere ? { kind: found.kind, column } : undefined;
}

function ignoredBecause(kind: string, why: string): Sentence {
  return say('table-ignored', 'the table {table} is the book-keeping of the receiver: {why}', {
    table: kind,
    why,
  });
}

function doubtAbout(kind: string, why: string): { readonly because: Sentence; readonly remedy: Sentence } {
  return {
    because: say(
      'table-doubtful',
      'nothing says whether a row of the table {table} is an effect or book-keeping: {why}',
      { table: kind, why },
    ),
    remedy: say(
      'table-doubtful-remedy',
      'Say it in the config: observe.tables.judge: ["{table}"] if each of its rows is an effect, else observe.tables.ignore: ["{table}"]',
      { table: kind },
    ),
  };
}

function judgedNote(judged: readonly Classed[], state: StateColumn | undefined): readonly Sentence[] {
  const tables = judged.map(({ kind, is }) => `${kind} (${is.why})`).join(', ');
  if (tables === '')
    return [
      say(
        'no-table-judged',
        'no table is judged: name those whose rows are effects in observe.tables.judge, or look whether this is the database of the receiver',
      ),
    ];
  const shown = state === undefined ? '' : `; the state is in ${state.kind}.${state.column}`;
  return [say('tables-judged', 'tables judged: {tables}{state}', { tables, state: shown })];
}

function stateNote(
  state: StateColumn | undefined,
  background: Background,
  courses: readonly Course[],
): readonly Sentence[] {
  if (state !== undefined) return [];
  if (background.state !== undefined)
    return [
      say(
        'state-column-missing',
        'observe.tables.state names {column}, and no row of the calm check has that; tables with rows: {tables}',
        { column: background.state, tables: courses.map(({ kind }) => kind).join(', ') || 'none' },
      ),
    ];
  return [
    say(
      'no-state-column',
      'no column shows the state of an object for certain; if there is one, name it: observe.tables.state: "table.column"',
    ),
  ];
}

function unjudgedNote(
  unjudged: readonly Classed[],
  { tables, unread }: Background,
  courses: readonly Course[],
): readonly Sentence[] {
  const known = new Set(courses.map(({ kind }) => kind));
  const foreign = tables.filter(({ kind }) => !known.has(kind) && !unread.has(kind)).length;
  const reasons = [
    ...unjudged.map(({ kind, is }) => `${kind} (${is.why})`),
    ...[...unread].map(([kind, problem]) => `${kind} (cannot be read: ${problem})`),
    ...(foreign === 0 ? [] : [`${foreign} without a row about an object of the calm check`]),
  ];
  if (reasons.length === 0) return [];
  return [say('tables-not-judged', 'tables not judged: {tables}', { tables: reasons.join(', ') })];
}

/** Names in the config that nothing came of: perhaps they are mistyped. */
function strayNames(
  { judge, ignore, mask, tables }: Background,
  courses: readonly Course[],
): readonly Sentence[] {
  const withRows = new Set(courses.map(({ kind }) => kind));
  const known = new Set([...tables.map(({ kind }) => kind), ...withRows]);
  const unknown = [...judge, ...ignore].filter((name) => !known.has(name));
  const columns = new Set(
    tables.flatMap((table) => table.columns.map((column) => `${table.kind}.${column.name}`)),
  );
  const unmasked = mask.filter((column) => !columns.has(column));
  const empty = judge.filter((name) => known.has(name) && !withRows.has(name));
  return [
    ...unknown.map((table) =>
      say('table-unknown', 'observe.tables names {table}, and there is no such table', { table }),
    ),
    ...unmasked.map((column) =>
      say(
        'column-unknown',
        'observe.tables.mask names {column}, and there is no such column: nothing is masked by that',
        {
          column,
        },
      ),
    ),
    ...empty.map((table) =>
      say(
        'table-without-rows',
        'observe.tables.judge names {table}, and no clean event left a row there that could be told to be of its object',
        { table },
      ),
    ),
  ];
}
