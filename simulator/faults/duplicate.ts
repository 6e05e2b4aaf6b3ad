import type { FaultKind } from './fault-kind.ts';

export interface Duplicate {
  readonly kind: 'duplicate';
  /** Deliveries of the same event, sent one after another. */
  readonly deliveryIds: readonly string[];
  /** Virtual milliseconds after the step's time. */
  readonly afterMs: number;
}

/** The same event again, after it was taken: at-least-once delivery at its plainest. */
export const duplicate: FaultKind<Duplicate> = {
  kind: 'duplicate',
  title: 'The event is sent again after it was taken',
  summary:
    'The provider sends an event again that was already acknowledged: a crash between sending and noting, a re-run queue.',
  release: (fault) => ({ deliveryIds: fault.deliveryIds, afterMs: fault.afterMs, together: false }),
};
