/** Effects that only forged requests can have brought: more of a kind than is owed by the provider's own word. */
import { cellShape, columnsOf, rolesOf } from './rows.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { EffectCount } from './effects.ts';
import { repeatsExcused } from './outgoing.ts';
import { say } from './say.ts';
import type { Doubt, Sight } from './sight.ts';
import { forgedFacts } from './trust.ts';

/** Counts about facts that forged requests spoke of. */
export function touchedCounts(record: PlayRecord, counts: readonly EffectCount[]): readonly EffectCount[] {
  const touched = forgedFacts(record);
  return counts.filter((count) => count.facts.some((fact) => touched.has(fact.id)));
}

/** Those of the counts that are more than the provider's own word explains. */
export function tooMany(record: PlayRecord, counts: readonly EffectCount[]): readonly EffectCount[] {
  return counts.filter((count) => count.seen > count.owed.max + repeatsExcused(record, count));
}

/**
 * Why nothing is decided although there are too many. A receiver may write down what it refuses: where the meaning of rows and
 * calls was only learned, they are an effect for certain when everything is there that a clean event brings, and looks like it.
 */
export function forgedDoubt(
  record: PlayRecord,
  sights: readonly Sight[],
  count: EffectCount,
  over: readonly EffectCount[],
): Doubt | undefined {
  const sight = sights.find((one) => one.observer === count.observer);
  const doubt = sight?.doubts?.[count.kind];
  if (doubt !== undefined) return doubt;
  if (sight === undefined || record.plan.lifecycle.learned !== true) return undefined;
  const isWhole = kindsOwed(record, sight, count).every((kind) =>
    over.some(
      (one) => one.kind === kind && one.observer === count.observer && one.objectId === count.objectId,
    ),
  );
  return isWhole && looksCalm(record, sight, count) ? undefined : mayBeNoted(count);
}

/** Kinds that the forged facts owe and that are certain to be effects. */
function kindsOwed(record: PlayRecord, sight: Sight, { facts }: EffectCount): readonly string[] {
  const touched = forgedFacts(record);
  const forged = facts.filter((fact) => touched.has(fact.id));
  const kinds = forged.flatMap((fact) =>
    (factRule(record.plan.lifecycle, fact.fact).effects ?? []).map((rule) => rule.kind),
  );
  return [...new Set(kinds)].filter(
    (kind) => sight.doubts?.[kind] === undefined && sight.effects[kind]?.clear === true,
  );
}

/** False when some cell of the rows holds what no row of the kind ever held in calm weather: a mark that it was refused. */
function looksCalm(record: PlayRecord, sight: Sight, { objectId, kind, observer }: EffectCount): boolean {
  const read = record.effectsReads.findLast(
    (one) => one.final && one.observer === observer && one.objectId === objectId,
  );
  const events = record.plan.events.filter((event) => event.objectId === objectId);
  const roles = rolesOf(
    objectId,
    events.map(({ id, fact }) => ({ fact, eventId: id })),
  );
  const known = columnsOf((sight.reference?.ends ?? []).flatMap((end) => end.effects));
  const own = columnsOf((read?.effects ?? []).filter((effect) => effect.kind === kind));
  return [...own].every(
    ([column, cells]) =>
      sight.reference?.loose.includes(column) === true ||
      cells.every((cell) => known.get(column)?.includes(cellShape(cell, roles)) === true),
  );
}

function mayBeNoted({ kind, objectId }: EffectCount): Doubt {
  const values = { kind, objectId };
  return {
    because: say(
      'forgery-may-be-noted',
      'there is a "{kind}" of {objectId} that only a forged request can have brought; it may be an effect, or a note of what was refused',
      values,
    ),
    remedy: say(
      'forgery-may-be-noted-remedy',
      'Say which it is: name the lifecycle with its effects in the config; or, for a table, list it in observe.tables.judge or observe.tables.ignore.',
      values,
    ),
  };
}
