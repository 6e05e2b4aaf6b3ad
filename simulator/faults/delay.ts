import type { FaultKind } from './fault-kind.ts';

export interface Delay {
  readonly kind: 'delay';
  /** Virtual milliseconds. */
  readonly byMs: number;
}

/** A delivery that sits in the provider's queue while newer ones pass it. */
export const delay: FaultKind<Delay> = {
  kind: 'delay',
  title: 'The delivery is late',
  summary: "The event waits in the provider's queue while newer events of the same object go out.",
  postponeMs: (fault) => fault.byMs,
};
