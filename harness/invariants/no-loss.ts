import type { PlayRecord } from '../../simulator/record.ts';
import { describeCount, subjectOf, type EffectCount } from '../judging/effects.ts';
import { supersededSoon } from '../judging/owed.ts';
import { timesOwed } from '../../simulator/lifecycles/lifecycle.ts';
import { mayStillRepeat } from '../judging/outgoing.ts';
import { GONE_AGAIN } from '../judging/gone.ts';
import { say } from '../judging/say.ts';
import type { Clarity, Sight } from '../judging/sight.ts';
import { countedEffects, doubtOf } from './counted-effects.ts';
import type { Finding, Invariant } from './invariant.ts';
import { needsTimeBetweenFacts } from './real-gaps.ts';

/** Judges the minimum owed: what was acknowledged must happen. */
export const noLoss: Invariant = {
  id: 'no-loss',
  title: 'Every fact that the receiver acknowledged takes effect.',
  mend: 'Answer 2xx only after the event is stored for good; let errors show as 5xx so that the provider tries again.',
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record, sights) => {
    const { counts, open } = countedEffects(record, sights, canMiss);
    const missing = counts.filter((count) => count.seen < count.owed.min);
    const [doubt] = missing.flatMap((count) => doubtOf(sights, count) ?? []);
    const certain = missing.filter((count) => doubtOf(sights, count) === undefined);
    const gone = certain.filter((count) => wentAgain(record, count));
    const sure = certain.filter((count) => !gone.includes(count));
    const waiting = sure.filter((count) => mayStillRepeat(record, count));
    const soon = sure.filter((count) => !waiting.includes(count) && mayBeCompression(record, count));
    const lost = sure.filter((count) => !waiting.includes(count) && !soon.includes(count));
    const shown = lost.filter((count) => wasEverSeen(sights, count));
    const unseen = lost.find((count) => !shown.includes(count));
    return {
      judged: counts
        .filter((count) => count.owed.min > 0 && (count.seen >= count.owed.min || shown.includes(count)))
        .flatMap((count) => count.facts.map((fact) => fact.id)),
      violations: shown.map((count) => ({
        key: `lost:${count.kind}`,
        subject: subjectOf(count),
        expected: `at least ${count.owed.min} × ${count.kind} for ${describeCount(count)}: it was answered 2xx`,
        actual: `${count.seen} × ${count.kind} (seen by ${count.observer})`,
        evidence: count.evidence,
      })),
      ...(doubt === undefined ? {} : { undecided: doubt }),
      ...(gone.length === 0 ? {} : { undecided: GONE_AGAIN }),
      ...(soon.length === 0 ? {} : { undecided: needsTimeBetweenFacts }),
      ...(waiting.length === 0 ? {} : { undecided: REPEAT_TO_COME }),
      ...(unseen === undefined ? {} : { undecided: neverSeen(unseen) }),
      ...open,
    };
  },
};

/** A row that was there and was taken away, of a kind that nobody declared to be an effect: a hold that ran out, a job that is done. */
function wentAgain(record: PlayRecord, count: EffectCount): boolean {
  if (record.plan.lifecycle.learned !== true) return false;
  return record.effectsReads.some(
    (read) =>
      read.observer === count.observer &&
      read.objectId === count.objectId &&
      read.effects.filter((effect) => effect.kind === count.kind).length > count.seen,
  );
}

const REPEAT_TO_COME = {
  because: say(
    'repeat-to-come',
    'a call was refused on purpose and had not been repeated when the run ended',
  ),
  remedy: say(
    'repeat-to-come-remedy',
    'A queue may rightly wait a few minutes before it tries again: give it five, with --settle 5m; what is missing then is a loss.',
  ),
};

/** True when each effect that is missing may be one of a fact that a newer one followed too soon. */
function mayBeCompression(record: PlayRecord, count: EffectCount): boolean {
  const soon = count.facts.filter((fact) => supersededSoon(record, fact, count.kind));
  const excused = soon.reduce(
    (sum, fact) => sum + timesOwed(record.plan.lifecycle, fact.fact, count.kind),
    0,
  );
  return count.owed.min - count.seen <= excused;
}

/** One read of a whole object must be known to count: else what looks lost may hide behind a DISTINCT or a LIMIT 1. */
function canMiss(sight: Sight, kind: string): Clarity {
  const sees = sight.effects[kind] ?? { clear: true };
  return sees.clear && sight.readsBy === 'object' ? (sight.counts[kind] ?? { clear: true }) : sees;
}

/** Only what could be seen in calm weather can be missed later: else the receiver may not know such facts at all. */
function wasEverSeen(sights: readonly Sight[], count: EffectCount): boolean {
  const seen = sights.find((sight) => sight.observer === count.observer)?.effectsOf[count.kind] ?? [];
  return count.facts.every((fact) => seen.includes(fact.fact));
}

function neverSeen(count: EffectCount): NonNullable<Finding['undecided']> {
  const values = { kind: count.kind, facts: count.facts.map((fact) => fact.fact).join(' + ') };
  return {
    because: say(
      'effect-never-seen',
      'a "{kind}" of {facts} is missing, but none was ever seen, in calm weather neither',
      values,
    ),
    remedy: say(
      'effect-never-seen-remedy',
      'If the receiver should make one, mend that first; if not, take the effect out of the lifecycle ({facts}).',
      values,
    ),
  };
}
