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
  /** The state was not there before and right after each event. */
  readonly state: Clarity;
  /** By kind: an effect was read 0 times before and once after. */
  readonly effects: Readonly<Record<string, Clarity>>;
  /** By kind: two effects of one object were read as two. */
  readonly counts: Readonly<Record<string, Clarity>>;
}
