/**
 * Finds the column that shows an object's state: one row for each object, and after every fact the text that the event has
 * for its status. A receiver's own words for it are learnt only where they cannot be anything else.
 */
import type { Sample } from '../observer.ts';
import { hasRowPerObject, livedSteps, valueIn, type Course } from './course.ts';
import { hintOf, wordsOf } from './names.ts';

export interface StateColumn {
  readonly kind: string;
  readonly column: string;
}

const STATE_WORDS = new Set('phase situacao stage state status zustand etat estado'.split(' '));
/** Words of columns that remember something else: the last delivery, or the state before. */
const OTHER_WORDS = new Set(
  'before by cause delivery event former initial last latest old original prev previous prior raw reason received seen source touched trigger via webhook'.split(
    ' ',
  ),
);
/** Words of tables that follow another one, sooner or later. */
const FOLLOWING_WORDS = new Set(
  'cache cached copy projection projections read report summary view'.split(' '),
);

type Found = StateColumn & { readonly words: 'event' | 'own'; readonly course: Course };

/** Of several that would do, the likeliest: in the event's words, named so, in the table that others follow. */
export function findStateColumn(courses: readonly Course[]): StateColumn | undefined {
  const perObject = courses.filter(hasRowPerObject);
  const found = perObject.flatMap((course) => statesIn(course));
  const ranked = [...found].sort((one, other) => rank(other) - rank(one));
  const [best] = ranked;
  return best === undefined ? undefined : { kind: best.kind, column: best.column };
}

function rank({ words, column, kind, course }: Found): number {
  const columnWords = wordsOf(column);
  const isNamedState = columnWords.some((word) => STATE_WORDS.has(word));
  const isFollowing = wordsOf(kind).some((word) => FOLLOWING_WORDS.has(word));
  const holdsId = livedSteps(course).every(({ rows, sample }) =>
    rows.every((cells) => Object.values(cells).some((cell) => same(cell ?? '', sample.objectId))),
  );
  return (
    // A column of another name may show the event that came last; one named so that has its own words follows the facts.
    (words !== 'event' ? 0 : isNamedState ? 16 : 1) +
    (hintOf(kind, undefined).bookKeeping === undefined ? 8 : 0) +
    (isNamedState ? 4 : 0) +
    (isFollowing ? 0 : 2) +
    (holdsId ? 1 : 0) +
    (columnWords.length === 1 ? 0.5 : 0)
  );
}

/**
 * The event's status by what the column shows after it. A value that no event of the calm check led to is not in it.
 * Empty: the column does not tell states apart.
 */
export function statusesByValue(course: Course, column: string): ReadonlyMap<string, string> {
  const statuses = new Map<string, Set<string>>();
  const exact = new Map<string, string>();
  for (const step of livedSteps(course)) {
    const newest = step.sample.facts.at(-1);
    const value = valueIn(step.rows, column);
    if (newest === undefined || value === null) continue;
    statuses.set(value, (statuses.get(value) ?? new Set()).add(newest.status));
    if (wordsFor(newest).some((word) => same(word, value))) exact.set(value, newest.status);
  }
  const certain = [...statuses].flatMap(([value, all]): readonly (readonly [string, string])[] => {
    const [only] = all;
    const status = exact.get(value) ?? (all.size === 1 ? only : undefined);
    return status === undefined ? [] : [[value, status]];
  });
  return new Map(certain);
}

function columnsOf(course: Course): readonly string[] {
  return [...new Set(livedSteps(course).flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row))))];
}

function statesIn(course: Course): readonly Found[] {
  const columns = columnsOf(course);
  return columns.flatMap((column): readonly Found[] => {
    const words = wordsOf(column);
    const isNamedState = words.some((word) => STATE_WORDS.has(word));
    const isOther = words.some((word) => OTHER_WORDS.has(word));
    if (isOther || changesOnRepeats(course, column)) return [];
    if (speaksEvent(course, column)) return [{ kind: course.kind, column, words: 'event', course }];
    const isOwn = isNamedState && hasOwnWords(course, column) && !isDelayed(course, column, columns);
    return isOwn ? [{ kind: course.kind, column, words: 'own', course }] : [];
  });
}

/** The status of the event, or the end of its type, after every fact that made a difference; two such facts at least. */
function speaksEvent(course: Course, column: string): boolean {
  const met = new Set<string>();
  const passedOver = new Set<string>();
  for (const steps of course.objects) {
    let before: string | null = null;
    for (const step of steps.filter(({ sample }) => sample.facts.length > 0)) {
      const newest = step.sample.facts.at(-1);
      const value = valueIn(step.rows, column);
      if (newest === undefined || value === null) return false;
      if (wordsFor(newest).some((word) => same(word, value))) met.add(newest.fact);
      else if (value === before) passedOver.add(newest.fact);
      else return false;
      before = value;
    }
  }
  return met.size >= 2 && [...passedOver].every((fact) => !met.has(fact));
}

/** One value for each status, never one for two, in objects with different lives. */
function hasOwnWords(course: Course, column: string): boolean {
  const valueOf = new Map<string, string>();
  for (const step of livedSteps(course)) {
    const status = step.sample.facts.at(-1)?.status;
    const value = valueIn(step.rows, column);
    if (status === undefined || value === null) return false;
    if ((valueOf.get(status) ?? value) !== value) return false;
    valueOf.set(status, value);
  }
  return valueOf.size >= 2 && new Set(valueOf.values()).size === valueOf.size;
}

/** It shows what another column, or the event, showed one fact ago. */
function isDelayed(course: Course, column: string, columns: readonly string[]): boolean {
  const pairs = course.objects.flatMap((steps) => {
    const lived = steps.filter(({ sample }) => sample.facts.length > 0 && sample.repeats === 0);
    return lived.slice(1).flatMap((step, index) => {
      const before = lived[index];
      return before === undefined ? [] : [{ before, step }];
    });
  });
  if (pairs.length === 0) return true;
  const followsEvent = pairs.every(({ before, step }) => {
    const newest = before.sample.facts.at(-1);
    return (
      newest !== undefined && wordsFor(newest).some((word) => same(word, valueIn(step.rows, column) ?? ''))
    );
  });
  return (
    followsEvent ||
    columns.some(
      (other) =>
        other !== column &&
        pairs.every(({ before, step }) => valueIn(before.rows, other) === valueIn(step.rows, column)),
    )
  );
}

function changesOnRepeats(course: Course, column: string): boolean {
  return course.objects.some((steps) => {
    const calm = steps.findLast(({ sample }) => sample.repeats === 0);
    return steps.some(
      (step) =>
        step.sample.repeats > 0 &&
        calm !== undefined &&
        valueIn(step.rows, column) !== valueIn(calm.rows, column),
    );
  });
}

function wordsFor(fact: Sample['facts'][number]): readonly string[] {
  return [fact.status, fact.type.split(/[./:]/).at(-1) ?? fact.type];
}

/** Without regard to case and what separates words. */
function same(one: string, other: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
  return bare(one) !== '' && bare(one) === bare(other);
}
