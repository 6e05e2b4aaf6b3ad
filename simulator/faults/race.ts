import type { FaultKind } from './fault-kind.ts';

export interface Race {
  readonly kind: 'race';
  /** Deliveries of one event, or of different events of one object, in the order in which their last bytes go out. */
  readonly deliveryIds: readonly string[];
}

/** Several requests complete in the same instant: each on its own connection, their last bytes held back and let go at once. */
export const race: FaultKind<Race> = {
  kind: 'race',
  title: 'Requests arrive in the same instant',
  summary:
    'Two workers of the provider deliver at the same moment: the same event twice, or two events of one object.',
  release: (fault) => ({ deliveryIds: fault.deliveryIds, afterMs: 0, together: true }),
};
