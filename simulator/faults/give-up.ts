import type { FaultKind } from './fault-kind.ts';

export interface GiveUp {
  readonly kind: 'give-up';
  /** Real milliseconds from the request's last byte. */
  readonly afterMs: number;
  /** Whether the provider leaves the connection open (the late answer still arrives) or closes it. */
  readonly socket: 'open' | 'closed';
  /** Whether the next attempt may reach the receiver while the first handler is still at work. */
  readonly overlap: boolean;
}

/** The provider's timeout is shorter than the handler: it gives up, and tries again while the handler works on. */
export const giveUp: FaultKind<GiveUp> = {
  kind: 'give-up',
  title: 'The provider gives up while the handler works',
  summary:
    'The provider stops waiting although the handler is still running, leaves the connection open or closes it, and sends the event again.',
  wire: (fault) => ({ kind: 'give-up', afterMs: fault.afterMs, socket: fault.socket }),
  overlaps: (fault) => fault.overlap,
};
