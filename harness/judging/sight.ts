/** What the calm check showed that an observer can see: 0 before, 1 after, 2 for an object with two effects (DESIGN 4.4). */
import type { Sentence } from '../../reports/run-report.ts';

/** Either clear, or why not and what would help. */
export type Clarity =
  | { readonly clear: true }
  | {
      readonly clear: false;
      readonly missing: boolean;
      readonly because: Sentence;
      readonly remedy: Sentence;
    };

export interface Sight {
  readonly observer: string;
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
  /** Facts whose state was read after them at least once: only the absence of such a state can be held against a receiver. */
  readonly statesOf: readonly string[];
  /** By kind: facts whose effect was seen at least once. */
  readonly effectsOf: Readonly<Record<string, readonly string[]>>;
  /** Facts of which something that should have been seen was not. */
  readonly unseen: readonly string[];
}
