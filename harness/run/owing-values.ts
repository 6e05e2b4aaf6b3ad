/** Values that are not yet what they may be in the end. */
import type { Sight } from '../judging/sight.ts';
import { allowedValues, isSameValue } from '../judging/values.ts';
import type { Watched } from './owing.ts';

/** Objects of which some observer last read a value that is not allowed, or none at all; nobody waits for what cannot be judged. */
export function wantingValues(play: Watched, sights: readonly Sight[]): readonly string[] {
  const named = Object.entries(play.plan.lifecycle.values ?? {});
  const looking = sights.filter((sight) => named.some(([name]) => sight.values?.[name]?.clear === true));
  if (looking.length === 0) return [];
  const record = play.record();
  return play.objectIds.filter((objectId) =>
    named.some(([name, rule]) => {
      const seeing = looking.filter((sight) => sight.values?.[name]?.clear === true);
      if (seeing.length === 0) return false;
      const allowed = allowedValues(record, objectId, rule);
      if (allowed === undefined || allowed.anything) return false;
      return seeing.some((sight) => {
        const read = play.watch.values(sight.observer, objectId);
        return !allowed.values.some((value) => isSameValue(rule, read?.[name], value));
      });
    }),
  );
}
