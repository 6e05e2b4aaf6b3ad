import type { FaultKind } from './fault-kind.ts';

export interface EqualTimestamps {
  readonly kind: 'equal-timestamps';
  /** Facts of one object that happened, for all the payloads say, in the same instant. */
  readonly factIds: readonly string[];
}

/** Two facts carry one timestamp and no version: neither order is wrong. Made when the plan is made; playing it only notes it. */
export const equalTimestamps: FaultKind<EqualTimestamps> = {
  kind: 'equal-timestamps',
  title: 'Two facts carry the same timestamp',
  summary:
    'The provider rounds its clock, and two facts of one object carry one timestamp and no version to tell them apart.',
};
