/** Counting effects as an observer saw them at the end, per fact, or per object where the receiver names no event. */
import type { SeenEffect } from '../../simulator/history.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import { strangeLabel, type Fact } from '../../simulator/model.ts';
import { ownAttempts, requestsOf, type EffectsRead, type PlayRecord } from '../../simulator/record.ts';
import { factsOf } from '../../simulator/truth.ts';
import { overtook, owedOf, type Owed } from './owed.ts';

/** One interval to be judged: an effect of a fact, or all effects of a kind of an object. */
export interface EffectCount {
  readonly observer: string;
  readonly kind: string;
  readonly objectId: string;
  /** The facts that it is about; none when effects were seen of an object that owes none. */
  readonly facts: readonly Fact[];
  readonly owed: { readonly min: number; readonly max: number };
  readonly whys: readonly Owed['why'][];
  readonly seen: number;
  /** History positions: the attempts on the facts, then the read. */
  readonly evidence: readonly number[];
}

/** Every interval that the observer's final reads allow to judge. */
export function countEffects(record: PlayRecord, observer: string, kind: string): readonly EffectCount[] {
  const counts: EffectCount[] = [];
  for (const object of record.plan.objects) {
    const read = record.effectsReads
      .filter((one) => one.observer === observer && one.objectId === object.id && one.final)
      .at(-1);
    if (read === undefined) continue;
    const ofKind = distinct(read.effects.filter((effect) => effect.kind === kind));
    const facts = factsOf(record.plan, object.id).filter((fact) => owes(record, fact, kind));
    const namesEvents = ofKind.every((effect) => eventsOf(record, facts).includes(effect.eventId ?? ''));
    // A receiver that asks for the truth works on objects: which event made it ask says nothing about the effect.
    const asksForTruth = record.truthReads.some((truth) => truth.objectId === object.id);
    if (!namesEvents || asksForTruth) {
      counts.push(count(record, read, kind, facts, ofKind.length));
      continue;
    }
    const seenOf = (some: readonly Fact[]): number =>
      ofKind.filter((effect) => eventsOf(record, some).includes(effect.eventId ?? '')).length;
    const perFact = facts.map((fact) => count(record, read, kind, [fact], seenOf([fact])));
    for (const some of carriedTogether(record, perFact))
      counts.push(count(record, read, kind, some, seenOf(some)));
  }
  return counts;
}

/**
 * Facts to be counted each by itself, or together: where a newer fact overtook an older one, its event may have brought the
 * effects of both (to a receiver that books by the object, a refund implies the payment). So a fact that has too many is counted
 * with those that it overtook and that have too few.
 */
function carriedTogether(record: PlayRecord, perFact: readonly EffectCount[]): readonly (readonly Fact[])[] {
  const groups: (readonly Fact[])[] = [];
  let open = perFact;
  for (const over of perFact.filter((one) => one.seen > one.owed.max)) {
    const [carrier] = over.facts;
    if (carrier === undefined || !open.includes(over)) continue;
    const carried = open.filter(
      (one) => one.seen < one.owed.max && one.facts.some((fact) => overtook(record, carrier, fact)),
    );
    if (carried.length === 0) continue;
    open = open.filter((one) => one !== over && !carried.includes(one));
    groups.push([...over.facts, ...carried.flatMap((one) => one.facts)]);
  }
  return [...open.map((one) => one.facts), ...groups];
}

function count(
  record: PlayRecord,
  read: EffectsRead,
  kind: string,
  facts: readonly Fact[],
  seen: number,
): EffectCount {
  const owed = facts.flatMap((fact) =>
    (factRule(record.plan.lifecycle, fact.fact).effects ?? [])
      .filter((rule) => rule.kind === kind)
      .map((rule) => owedOf(record, fact, rule)),
  );
  return {
    observer: read.observer,
    kind,
    objectId: read.objectId,
    facts,
    owed: {
      min: owed.reduce((sum, one) => sum + one.min, 0),
      max: owed.reduce((sum, one) => sum + one.max, 0),
    },
    whys: owed.map((one) => one.why),
    seen,
    evidence: [...attemptEvidence(record, facts), read.at],
  };
}

/** The label of what an interval is about: its facts, or the object. */
export function subjectOf(count: EffectCount): string {
  return count.facts.length === 0 ? count.objectId : count.facts.map((fact) => fact.id).join('+');
}

/** The same for people: `o1 paid + refunded`. */
export function describeCount(count: EffectCount): string {
  return [count.objectId, count.facts.map((fact) => fact.fact).join(' + ')].join(' ').trimEnd();
}

/** Where the attempts on the facts, forged ones too, began and were answered; at most the first eight attempts. */
export function attemptEvidence(record: PlayRecord, facts: readonly Fact[]): readonly number[] {
  const ids = new Set(facts.map((fact) => fact.id));
  const own = [...ownAttempts(record), ...record.forged].filter((attempt) => ids.has(attempt.fact.id));
  return [...requestsOf(own)]
    .sort((left, right) => left.startedAt - right.startedAt)
    .slice(0, 8)
    .flatMap((attempt) => [
      attempt.startedAt,
      ...(attempt.repliedAt === undefined ? [] : [attempt.repliedAt]),
    ]);
}

function owes(record: PlayRecord, fact: Fact, kind: string): boolean {
  return (factRule(record.plan.lifecycle, fact.fact).effects ?? []).some((rule) => rule.kind === kind);
}

function eventsOf(record: PlayRecord, facts: readonly Fact[]): readonly string[] {
  const ids = new Set(facts.map((fact) => fact.id));
  const events = record.plan.events.filter((event) => ids.has(event.factId)).map((event) => event.id);
  const altered = record.plan.deliveries.filter((delivery) => delivery.alter !== undefined);
  const strange = altered.filter((delivery) => events.includes(delivery.eventId));
  return [...events, ...strange.map((delivery) => strangeLabel(delivery.id))];
}

/** Calls with one idempotency key are one effect. */
function distinct(effects: readonly SeenEffect[]): readonly SeenEffect[] {
  const keys = new Set<string>();
  return effects.filter((effect) => {
    if (effect.key === undefined) return true;
    if (keys.has(effect.key)) return false;
    keys.add(effect.key);
    return true;
  });
}
