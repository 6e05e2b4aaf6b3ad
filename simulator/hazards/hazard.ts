/** What makes a pass mean something: a predicate over the history that finds the facts which were really put in danger. */
import type { PlayRecord } from '../record.ts';

export interface Hazard {
  readonly id: string;
  /** What happened, as a sentence with `{count}`. */
  readonly title: string;
  /** Ids of the facts that the hazard touched, without repeats. */
  touched(record: PlayRecord): readonly string[];
}
