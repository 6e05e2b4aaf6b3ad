import type { FaultKind } from './fault-kind.ts';

export interface Reorder {
  readonly kind: 'reorder';
  /** Deliveries in the order in which they are sent instead, each after the answer to the one before. */
  readonly deliveryIds: readonly string[];
}

/** Events leave in another order than their facts happened in. */
export const reorder: FaultKind<Reorder> = {
  kind: 'reorder',
  title: 'Events arrive out of order',
  summary:
    'Queues, retries and parallel workers of the provider let a newer event overtake an older one (article 001).',
  release: (fault) => ({ deliveryIds: fault.deliveryIds, afterMs: 0, together: false }),
};
