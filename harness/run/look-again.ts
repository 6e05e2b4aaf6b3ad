/** The calm objects once more when all is over: what has gone from them by then does not last, and its absence says nothing. */
import type { SeenEffect } from '../../simulator/history.ts';
import { GONE_AGAIN } from '../judging/gone.ts';
import type { Sight } from '../judging/sight.ts';
import type { CalmResult } from './calm.ts';
import type { Session } from './session.ts';

/** The same result, with doubts about every learned kind of which calm objects have fewer now than after the calm check. */
export async function lookAgain(session: Session, calm: CalmResult): Promise<CalmResult> {
  const learned = calm.sights.filter((sight) => sight.reference !== undefined);
  if (learned.length === 0 || session.signal.aborted) return calm;
  const { watch, objectIds } = calm.play;
  const seen = (sight: Sight, objectId: string): readonly SeenEffect[] =>
    watch.effects(sight.observer, objectId) ?? [];
  const before = new Map(
    learned.map((sight) => [sight.observer, objectIds.map((objectId) => seen(sight, objectId))]),
  );
  for (const observer of session.observers) observer.refresh?.();
  await watch.readEffects(objectIds);
  const sights = calm.sights.map((sight): Sight => {
    const gone = (before.get(sight.observer) ?? []).flatMap((effects, index) =>
      fewer(effects, seen(sight, objectIds[index] ?? '')),
    );
    const doubts = Object.fromEntries(gone.map((kind) => [kind, GONE_AGAIN]));
    return gone.length === 0 ? sight : { ...sight, doubts: { ...sight.doubts, ...doubts } };
  });
  return { ...calm, sights };
}

/** Kinds of which there are fewer than before. */
function fewer(before: readonly SeenEffect[], after: readonly SeenEffect[]): readonly string[] {
  const count = (effects: readonly SeenEffect[], kind: string): number =>
    effects.filter((effect) => effect.kind === kind).length;
  const kinds = [...new Set(before.map((effect) => effect.kind))];
  return kinds.filter((kind) => count(after, kind) < count(before, kind));
}
