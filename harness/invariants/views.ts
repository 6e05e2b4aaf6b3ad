/** Which observers an invariant may rely on, and what to say when there is none. */
import { say } from '../judging/say.ts';
import type { Clarity, Sight } from '../judging/sight.ts';
import type { Finding } from './invariant.ts';

interface View {
  readonly code: string;
  readonly name: string;
  readonly option: string;
}

/** Observers whose view is clear, or the reason why none is. */
export function clearViews(
  sights: readonly Sight[],
  view: (sight: Sight) => Clarity,
  what: View,
): { readonly observers: readonly string[]; readonly blind?: NonNullable<Finding['blind']> } {
  const observers = sights.filter((sight) => view(sight).clear).map((sight) => sight.observer);
  if (observers.length > 0) return { observers };
  const reasons = sights.map(view).filter((clarity) => !clarity.clear);
  const spoiled = reasons.find((clarity) => !clarity.missing) ?? reasons[0];
  if (spoiled !== undefined && !spoiled.missing) {
    return { observers, blind: { missing: false, because: spoiled.because, remedy: spoiled.remedy } };
  }
  return {
    observers,
    blind: {
      missing: true,
      because: say(`no-view-of-${what.code}`, `no view of the receiver's ${what.name}`),
      remedy: say(
        `add-view-of-${what.code}`,
        `Let lost200 see ${what.name}: ${what.option}, or \`observe.http\` / \`observe.sql\` in the config.`,
      ),
    },
  };
}

export const EFFECTS_VIEW: View = {
  code: 'effects',
  name: 'effects',
  option: "`--effects 'http://…/effects?event={eventId}'`",
};

export const STATES_VIEW: View = {
  code: 'states',
  name: 'object states',
  option: "`--state 'http://…/objects/{objectId}'`",
};
