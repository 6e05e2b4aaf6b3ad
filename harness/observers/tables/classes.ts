/** What the rows of a table are: effects, the receiver's own book-keeping, or nobody can tell. */
import { carriesAmount, intakeColumn, intakeReason, refersToObject } from './contents.ts';
import { growthOf, hasRowPerDelivery, type Course } from './course.ts';
import type { Table } from './driver.ts';
import { hintOf, type NameHint } from './names.ts';

export type TableClass =
  /** A row too many or too few is a mistake. */
  | { readonly kind: 'effect'; readonly why: string }
  | { readonly kind: 'book-keeping'; readonly why: string }
  /** Such a difference decides nothing. */
  | { readonly kind: 'doubtful'; readonly why: string };

export interface Hints {
  readonly table: Table | undefined;
  /** The first word of all tables' names, see `sharedPrefix`. */
  readonly prefix: string | undefined;
  readonly isStateTable: boolean;
  /** Some row of it spoke of two objects. */
  readonly isShared: boolean;
  readonly config: 'judge' | 'ignore' | undefined;
}

/** The first rule that applies decides. */
export function classOf(course: Course, hints: Hints): TableClass {
  const { config, isShared, isStateTable } = hints;
  if (config === 'judge') return effect('the config says so');
  if (config === 'ignore') return bookKeeping('the config says so');
  if (isShared) return doubtful('a row of it may speak of two objects');
  const growth = growthOf(course);
  if (isStateTable)
    return growth === 'grows'
      ? doubtful('it has a row for each object, and more when events come again')
      : effect('it has one row for each object, with its state');
  return byNameAndContent(course, hints, hintOf(course.kind, hints.prefix));
}

function byNameAndContent(course: Course, hints: Hints, name: NameHint): TableClass {
  const grows = growthOf(course) !== 'stays';
  const more = 'it has more rows when events come again';
  if (name.bookKeeping !== undefined) {
    if (name.effect !== undefined && grows)
      return doubtful(`its name speaks of "${name.bookKeeping}" and of "${name.effect}", and ${more}`);
    return bookKeeping(`"${name.bookKeeping}" in its name`);
  }
  const intake = intakeReason(course, hints.table);
  if (intake !== undefined) {
    return name.effect === undefined
      ? bookKeeping(intake)
      : doubtful(`"${name.effect}" is in its name, but ${intake}`);
  }
  const hasAmount = carriesAmount(course);
  const refers = refersToObject(course);
  if (name.effect !== undefined && (refers || hasAmount)) {
    const why = `"${name.effect}" in its name`;
    if (!grows) return effect(why);
    const column = intakeColumn(hints.table);
    if (column !== undefined)
      return doubtful(`"${name.effect}" is in its name, but it has a column ${column}, and ${more}`);
    if (hasRowPerDelivery(course) && (name.vague === true || !hasAmount))
      return doubtful(`"${name.effect}" is in its name, but it has a row for every delivery, as a log would`);
    return effect(why);
  }
  if (hasAmount && refers && !grows) return effect("its rows hold the payload's amount");
  if (grows) return doubtful(`${more}: a log would, and so would effects that are doubled`);
  return doubtful('neither its name nor its rows say whether they are effects');
}

function effect(why: string): TableClass {
  return { kind: 'effect', why };
}

function bookKeeping(why: string): TableClass {
  return { kind: 'book-keeping', why };
}

function doubtful(why: string): TableClass {
  return { kind: 'doubtful', why };
}
