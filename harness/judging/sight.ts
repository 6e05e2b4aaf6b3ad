/** What the calm check showed that an observer can see: 0 before, 1 after, 2 for an object with two effects (DESIGN 4.4). */
import type { Sentence } from '../../reports/run-report.ts';
import type { SeenEffect } from '../../simulator/history.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import { say } from './say.ts';

/** Either clear, or why not and what would help. */
export type Clarity =
  | { readonly clear: true }
  | {
      readonly clear: false;
      readonly missing: boolean;
      readonly because: Sentence;
      readonly remedy: Sentence;
    };

/** Of what an observer was never meant to show. */
export const NOT_LOOKED_AT: Clarity = {
  clear: false,
  missing: true,
  because: say('no-view', 'this observer does not look at it'),
  remedy: say('no-view-remedy', 'Add it to the observer.'),
};

/** Why a difference in a kind of row decides nothing, and what would decide it. */
export interface Doubt {
  readonly because: Sentence;
  readonly remedy: Sentence;
}

/** How a calm object ended, in one observer's words: what a chaotic one is compared with. */
export interface Reference {
  /** The facts that it lived through, by name, oldest first. */
  readonly walk: readonly string[];
  readonly state: string | null | undefined;
  readonly effects: readonly SeenEffect[];
}

export interface Sight {
  readonly observer: string;
  /** What facts mean in the words of this observer, as the calm check learned it; unset: as the plan's lifecycle says. */
  readonly lifecycle?: Lifecycle;
  /** Set when the meaning was learned: calm ends to compare with, and columns that differ without meaning anything. */
  readonly reference?: { readonly ends: readonly Reference[]; readonly loose: readonly string[] };
  /** Set when something that may be an effect did not come the same way every time in calm weather. */
  readonly unlearned?: Doubt;
  /** By kind: set where rows may be book-keeping as well as effects. */
  readonly doubts?: Readonly<Record<string, Doubt>>;
  /** See `Observer.readsEffectsBy`. */
  readonly readsBy: 'event' | 'object';
  /** Some fact's state was not there before it and right after it. */
  readonly state: Clarity;
  /** The state, once seen, did not go back when it was read again in calm weather: all reads come from one place. */
  readonly steady: Clarity;
  /** By kind: an effect was read 0 times before and once after. */
  readonly effects: Readonly<Record<string, Clarity>>;
  /** By kind: two effects of one object were read as two. */
  readonly counts: Readonly<Record<string, Clarity>>;
  /** By name of a value: in calm weather it was what it should be, at every read. Unset: it looks at none. */
  readonly values?: Readonly<Record<string, Clarity>>;
  /** States that were read in calm weather of objects that nothing had happened to yet; `null`: no such object. */
  readonly before?: readonly (string | null)[];
  /** Facts whose state was read after them at least once: only the absence of such a state can be held against a receiver. */
  readonly statesOf: readonly string[];
  /** By kind: facts whose effect was seen at least once. */
  readonly effectsOf: Readonly<Record<string, readonly string[]>>;
  /** Facts of which something that should have been seen was not. */
  readonly unseen: readonly string[];
}
