/** Which observers an invariant may rely on, and what to say when there is none. */
import type { PlayRecord } from '../../simulator/record.ts';
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

/** Why something could not be decided at the end: an observer with a clear view failed at its last read of some object. */
export function failedFinalRead(
  record: PlayRecord,
  observers: readonly string[],
  what: 'state' | 'effects' | 'values',
): Finding['undecided'] {
  const reads = {
    state: record.stateReads,
    effects: record.effectsReads,
    values: record.valuesReads,
  }[what];
  for (const entry of record.entries) {
    if (entry.kind !== 'observer-failed' || entry.phase !== 'final' || !observers.includes(entry.observer))
      continue;
    const { observer, objectId, message } = entry;
    if (reads.some((read) => read.final && read.observer === observer && read.objectId === objectId))
      continue;
    return {
      because: say('final-read-failed', 'the last look at {objectId} failed: {message}', {
        objectId,
        message,
      }),
      remedy: say('final-read-failed-remedy', 'Mend the observer, or what it reads from, and run again.'),
    };
  }
  return undefined;
}

export const EFFECTS_VIEW: View = {
  code: 'effects',
  name: 'effects',
  option:
    "`--db` with the URL of its database, `--sink` for its outgoing calls, `--effects 'http://…/effects?event={eventId}'`",
};

export const STATES_VIEW: View = {
  code: 'states',
  name: 'object states',
  option: "`--db` with the URL of its database, `--state 'http://…/objects/{objectId}'`",
};

export const VALUES_VIEW: View = {
  code: 'values',
  name: 'values',
  option: "`--values 'http://…/objects/{objectId}'`",
};
