import type { FaultKind } from './fault-kind.ts';

export interface NeverSent {
  readonly kind: 'never-sent';
}

/** A connection that could not be made: nothing reaches the receiver. */
export const neverSent: FaultKind<NeverSent> = {
  kind: 'never-sent',
  title: 'The request never leaves',
  summary:
    'DNS, TLS or routing fails on the way: nothing reaches the receiver and the attempt counts as failed.',
  wire: () => ({ kind: 'never-sent' }),
};
