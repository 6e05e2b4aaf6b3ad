import type { SeenEffect } from '../../simulator/history.ts';
import { acknowledged, attemptsOf, knownFrom, type PlayRecord } from '../../simulator/record.ts';
import { areTied, factsOf } from '../../simulator/truth.ts';
import type { Fact } from '../../simulator/model.ts';
import type { Violation } from '../../reports/run-report.ts';
import { attemptEvidence } from '../judging/effects.ts';
import { overtook } from '../judging/owed.ts';
import { cellShape, columnsOf, rolesOf } from '../judging/rows.ts';
import { inDoubtOf } from '../judging/outgoing.ts';
import { say } from '../judging/say.ts';
import type { Reference, Sight } from '../judging/sight.ts';
import { areWrittenOddly, forgedFacts, poisonedObjects } from '../judging/trust.ts';
import { noKinds } from './counted-effects.ts';
import type { Finding, Invariant } from './invariant.ts';

/** Facts of one object whose subsets are tried; with more the object is left out. */
const OPEN_FACTS_MAX = 6;
const SHOWN_MAX = 300;

/**
 * Judges how objects end where nobody declared what facts mean: as one that lived through the same in calm weather, with all
 * facts or without those that were overtaken (DESIGN 4.5, the reference run). Rows are compared cell by cell only for objects
 * whose facts came in order, once each or again: what else a receiver writes down may rightly depend on the order.
 */
export const confluence: Invariant = {
  id: 'confluence',
  title: 'Every object ends as it would have in calm weather.',
  mend: 'Let what is stored depend on the facts, not on how often or in which order their events came.',
  requirement: () => 'should',
  witnesses: 'touched',
  safety: false,
  judge: (record, sights) => {
    const able = sights.filter((sight) => sight.reference !== undefined && seesAnything(sight));
    if (able.length === 0) return { judged: [], violations: [], blind: noKinds(sights) ?? NOTHING_LEARNED };
    const judged = new Set<string>();
    const violations: Violation[] = [];
    const forged = forgedFacts(record);
    const poisoned = poisonedObjects(record);
    let doubt: Finding['undecided'];
    for (const sight of able) {
      for (const { id } of record.plan.objects) {
        // What a forged request did to it is judged elsewhere; what an indigestible one did, nowhere.
        if (poisoned.has(id) || factsOf(record.plan, id).some((fact) => forged.has(fact.id))) continue;
        const end = finalLook(record, sight, id);
        const refs = end === undefined ? undefined : referencesOf(record, sight, id);
        if (end === undefined || refs === undefined || refs.length === 0) continue;
        const found = differences(record, sight, end, refs);
        if (found.every((one) => one.doubt !== undefined)) doubt ??= found[0]?.doubt;
        else violations.push(...found.flatMap((one) => (one.doubt === undefined ? [one.violation] : [])));
        if (found.length === 0 || violations.some((one) => one.subject === id))
          for (const fact of factsOf(record.plan, id)) judged.add(fact.id);
      }
    }
    return { judged: [...judged], violations, ...(doubt === undefined ? {} : { undecided: doubt }) };
  },
};

/** Without a state and without any kind every end looks like every other. */
function seesAnything({ state, effects }: Sight): boolean {
  return state.clear || Object.values(effects).some((effect) => effect.clear);
}

const NOTHING_LEARNED = {
  missing: true,
  because: say(
    'meaning-declared',
    'what facts mean was declared, or cannot be seen: nothing to compare with',
  ),
  remedy: say(
    'meaning-declared-remedy',
    'Let lost200 look at tables (--db) or at outgoing calls (--sink), or leave `lifecycle` out of the config.',
  ),
};

interface End {
  readonly objectId: string;
  readonly state: string | null | undefined;
  readonly effects: readonly SeenEffect[];
  readonly at: number;
}

function finalLook(record: PlayRecord, sight: Sight, objectId: string): End | undefined {
  const isOurs = (read: { observer: string; objectId: string; final: boolean }): boolean =>
    read.final && read.observer === sight.observer && read.objectId === objectId;
  const effects = record.effectsReads.findLast(isOurs);
  const state = record.stateReads.findLast(isOurs);
  const at = effects?.at ?? state?.to;
  if (at === undefined) return undefined;
  return { objectId, state: state?.state, effects: effects?.effects ?? [], at };
}

/** Calm ends that this object may end as; `undefined` when one of them was never played, so that nothing can be said. */
function referencesOf(record: PlayRecord, sight: Sight, objectId: string): readonly Reference[] | undefined {
  const facts = factsOf(record.plan, objectId).filter(
    (fact) => knownFrom(record, fact) < Number.MAX_SAFE_INTEGER,
  );
  // Of two facts of one instant either may win, each in its own table.
  if (facts.some((left) => facts.some((right) => areTied(record.plan, left, right)))) return undefined;
  const open = facts.filter(
    (fact) =>
      !attemptsOf(record, fact).some(acknowledged) || facts.some((other) => overtook(record, other, fact)),
  );
  if (open.length > OPEN_FACTS_MAX) return undefined;
  const found: Reference[] = [];
  for (let without = 0; without < 2 ** open.length; without += 1) {
    const left = facts.filter((fact) => (without & (1 << open.indexOf(fact))) === 0 || !open.includes(fact));
    const walk = left.map((fact) => fact.fact).join(' ');
    const ends = (sight.reference?.ends ?? []).filter((end) => end.walk.join(' ') === walk);
    if (ends.length === 0) return undefined;
    found.push(...ends);
  }
  return found;
}

interface Difference {
  readonly violation: Violation;
  readonly doubt?: Finding['undecided'];
}

/** None when some calm end fits; else where the nearest one, that with all facts, differs. */
function differences(
  record: PlayRecord,
  sight: Sight,
  end: End,
  references: readonly Reference[],
): readonly Difference[] {
  const facts = factsOf(record.plan, end.objectId);
  // A call that was made again may say so.
  const calledAgain = record.calls.some(
    (call) => call.objectId === end.objectId && (call.inDoubt || call.refused),
  );
  const inOrder = isInOrder(record, facts) && !calledAgain && !areWrittenOddly(record, facts);
  const all = references.map((reference) =>
    compare(sight, end, reference, facts, inOrder ? record : undefined, (kind) =>
      inDoubtOf(record, sight.observer, end.objectId, kind),
    ),
  );
  if (all.some((found) => found.length === 0)) return [];
  return (all[0] ?? []).map(({ key, expected, actual, kind }) => {
    const doubt = kind === undefined ? undefined : sight.doubts?.[kind];
    return {
      violation: {
        key,
        subject: end.objectId,
        expected: `${expected}, as after ${facts.map((fact) => fact.fact).join(', ')} in calm weather`,
        actual: `${actual} (seen by ${sight.observer})`,
        evidence: [...attemptEvidence(record, facts), end.at],
      },
      ...(doubt === undefined ? {} : { doubt }),
    };
  });
}

interface Unlike {
  readonly key: string;
  readonly expected: string;
  readonly actual: string;
  readonly kind?: string;
}

function compare(
  sight: Sight,
  end: End,
  reference: Reference,
  facts: readonly Fact[],
  cells: PlayRecord | undefined,
  excused: (kind: string) => number,
): readonly Unlike[] {
  const found: Unlike[] = [];
  if (sight.state.clear && end.state !== undefined && end.state !== reference.state) {
    found.push({
      key: 'state',
      expected: `${end.objectId} ends as "${reference.state ?? 'absent'}"`,
      actual: `it ends as "${end.state ?? 'absent'}"`,
    });
  }
  const kinds = Object.keys(sight.effects).filter((kind) => sight.effects[kind]?.clear === true);
  for (const kind of kinds) {
    const [seen, due] = [countOf(end.effects, kind), countOf(reference.effects, kind)];
    if (seen === due || (seen > due && seen <= due + excused(kind))) continue;
    found.push({
      key: `${seen > due ? 'more' : 'fewer'}:${kind}`,
      expected: `${due} × ${kind} for ${end.objectId}`,
      actual: `${seen} × ${kind}`,
      kind,
    });
  }
  if (found.length > 0 || cells === undefined) return found;
  return unlikeCells(sight, end, reference, facts, cells, kinds);
}

function countOf(effects: readonly SeenEffect[], kind: string): number {
  return effects.filter((effect) => effect.kind === kind).length;
}

function unlikeCells(
  sight: Sight,
  end: End,
  reference: Reference,
  facts: readonly Fact[],
  record: PlayRecord,
  kinds: readonly string[],
): readonly Unlike[] {
  const events = facts.flatMap((fact) => record.plan.events.find((event) => event.factId === fact.id) ?? []);
  const roles = rolesOf(
    end.objectId,
    events.map(({ id, fact }) => ({ fact, eventId: id })),
  );
  const own = columnsOf(end.effects);
  return [...columnsOf(reference.effects)].flatMap(([column, calm]): readonly Unlike[] => {
    const kind = kinds.find((one) => column.startsWith(`${one}.`));
    if (kind === undefined || (sight.reference?.loose ?? []).includes(column)) return [];
    const due = JSON.stringify([...calm].sort());
    const seen = (own.get(column) ?? []).map((cell) => cellShape(cell, roles));
    if (JSON.stringify([...seen].sort()) === due) return [];
    return [
      {
        key: `cell:${column}`,
        expected: `${column} of ${end.objectId} is ${listed(calm)}`,
        actual: `it is ${listed(own.get(column) ?? [])}`,
        kind,
      },
    ];
  });
}

/** Cells may be long, and many. */
function listed(cells: readonly (string | null)[]): string {
  return cells
    .map((cell) => cell ?? 'NULL')
    .join(', ')
    .slice(0, SHOWN_MAX);
}

/** True when no fact was delivered before an older one had been acknowledged. */
function isInOrder(record: PlayRecord, facts: readonly Fact[]): boolean {
  return facts.every((fact, index) => {
    const first = attemptsOf(record, fact).find(acknowledged);
    if (first === undefined) return false;
    return facts.slice(index + 1).every((newer) => knownFrom(record, newer) > first.repliedAt);
  });
}
