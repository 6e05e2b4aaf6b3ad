import type { FaultKind } from './fault-kind.ts';

export interface Replay {
  readonly kind: 'replay';
  /** Deliveries of events that were sent long ago, with the ids that they had then. */
  readonly deliveryIds: readonly string[];
}

/** Somebody presses "resend" in the provider's console: same fact, same id (article 000). */
export const replay: FaultKind<Replay> = {
  kind: 'replay',
  title: 'Events are replayed with their own ids',
  summary:
    'An operator or the provider, after an incident, replays past events: the same facts under the same ids.',
  release: (fault) => ({ deliveryIds: fault.deliveryIds, afterMs: 0, together: false }),
};
