/** What each (fact, effect) owes, as an interval (DESIGN 4.5). */
import { factRule, type EffectRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact } from '../../simulator/model.ts';
import {
  acknowledged,
  attemptsOf,
  firstAcknowledged,
  knownFrom,
  reached,
  toldFrom,
  type PlayRecord,
} from '../../simulator/record.ts';
import { areTied, factsOf, isNewer } from '../../simulator/truth.ts';

const COMPRESSION_MS_MIN = 1000;

export interface Owed {
  readonly min: number;
  readonly max: number;
  readonly why: 'never-reached' | 'never-answered' | 'acknowledged' | 'overtaken';
}

export function owedOf(record: PlayRecord, fact: Fact, effect: EffectRule): Owed {
  const { min, max, why } = owedOnce(record, fact, effect);
  const times = effect.times ?? 1;
  return { min: min * times, max: max * times, why };
}

function owedOnce(record: PlayRecord, fact: Fact, effect: EffectRule): Owed {
  const attempts = attemptsOf(record, fact);
  if (!attempts.some(reached)) {
    // A receiver that asks the provider for the truth may know a fact whose event never reached it. What was learned of a fact
    // may come with a later one: the row of an object with whichever event is the first.
    const comesWithOthers = record.plan.lifecycle.learned === true && fact.claimed !== true;
    const mayKnow = comesWithOthers || knownFrom(record, fact) < Number.MAX_SAFE_INTEGER;
    return { min: 0, max: mayKnow ? 1 : 0, why: 'never-reached' };
  }
  const first = firstAcknowledged(record, fact);
  if (first === undefined) return { min: 0, max: 1, why: 'never-answered' };
  const overtaking = factsOf(record.plan, fact.objectId).filter((other) => overtook(record, other, fact));
  if (overtaking.length === 0 || effect.when === 'always') return { min: 1, max: 1, why: 'acknowledged' };
  if (effect.when === 'ifCurrent' && overtaking.every((other) => cameAfter(record, fact, other))) {
    return { min: 0, max: 0, why: 'overtaken' };
  }
  return { min: 0, max: 1, why: 'overtaken' };
}

/**
 * True when the receiver could know the newer (or tied) fact before it had acknowledged the older one. What a forged request
 * claims excuses nothing.
 */
export function overtook(record: PlayRecord, newer: Fact, older: Fact): boolean {
  if (!isNewer(record.plan, newer, older) && !areTied(record.plan, newer, older)) return false;
  const known = toldFrom(record, newer);
  return known < (firstAcknowledged(record, older)?.repliedAt ?? Number.MAX_SAFE_INTEGER);
}

/** A newer fact that comes within this many real milliseconds may find the older one still waiting in a receiver that works after its answers. */
export function compressionMs(lagMs: number): number {
  return Math.max(COMPRESSION_MS_MIN, 3 * lagMs);
}

/**
 * True when compression may be why the fact had no effect: a newer one came so soon after its acknowledgement, in real time,
 * that a receiver which works after its answers and handles the newest fact only may rightly have passed over it. In real life
 * the two are seconds apart at least.
 */
export function supersededSoon(record: PlayRecord, fact: Fact, kind: string): boolean {
  const rule = factRule(record.plan.lifecycle, fact.fact).effects?.find((one) => one.kind === kind);
  if (rule === undefined || rule.when === 'always') return false;
  return followedSoonBy(record, fact).length > 0;
}

/** Newer facts that came so soon after this one's acknowledgement. */
export function followedSoonBy(record: PlayRecord, fact: Fact): readonly Fact[] {
  const first = firstAcknowledged(record, fact);
  if (first === undefined) return [];
  const until = wallMsAt(record, first.repliedAt) + compressionMs(record.lagMs);
  return factsOf(record.plan, fact.objectId).filter((newer) => {
    if (!isNewer(record.plan, newer, fact)) return false;
    const known = toldFrom(record, newer);
    if (known < first.repliedAt || known === Number.MAX_SAFE_INTEGER) return false;
    return wallMsAt(record, known) < until;
  });
}

function wallMsAt(record: PlayRecord, index: number): number {
  return record.entries[index]?.wallMs ?? 0;
}

/** True when the newer fact had been acknowledged before the older one's first byte. Of two tied facts none is the older one. */
function cameAfter(record: PlayRecord, fact: Fact, newer: Fact): boolean {
  if (areTied(record.plan, newer, fact)) return false;
  const begun = attemptsOf(record, fact).find(reached)?.startedAt ?? Number.MAX_SAFE_INTEGER;
  return attemptsOf(record, newer).some((attempt) => acknowledged(attempt) && attempt.repliedAt < begun);
}
