/** The hooks by which a kind of fault has its way. */
import type { AnswerFault } from '../api/answer-fault.ts';
import type { Recorded } from '../model.ts';
import type { WireFault } from '../transport/transport.ts';

/** Deliveries that a fault sets free: `afterMs` of virtual time from now, one after another or in one instant. */
export interface Release {
  readonly deliveryIds: readonly string[];
  readonly afterMs: number;
  /** Released together by holding back their last bytes, in this order. */
  readonly together: boolean;
}

/**
 * A kind of fault. Every hook is optional; the simulator asks each due fault of an attempt in the order of the plan's steps.
 * `summary` says what happens and where it happens in real life.
 */
export interface FaultKind<F extends { readonly kind: string }> {
  readonly kind: F['kind'];
  readonly title: string;
  readonly summary: string;
  /** What is to go wrong on the wire. */
  readonly wire?: (fault: F) => WireFault;
  /** What the provider records instead of what came back. */
  readonly record?: (fault: F) => Recorded;
  /** Virtual milliseconds by which the attempt is put off (asked once, before it is sent). */
  readonly postponeMs?: (fault: F) => number;
  /** Deliveries to set free when the step's time has come. */
  readonly release?: (fault: F) => Release;
  /** What goes wrong with our answer to a call of the receiver's. */
  readonly answer?: (fault: F) => AnswerFault;
  /** True when the provider's next attempt may overlap the handler that it gave up on. */
  readonly overlaps?: (fault: F) => boolean;
}
