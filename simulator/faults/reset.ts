import type { FaultKind } from './fault-kind.ts';

export interface Reset {
  readonly kind: 'reset';
}

/** The request arrives whole; the connection is reset before the response. */
export const reset: FaultKind<Reset> = {
  kind: 'reset',
  title: 'The connection is reset before the response',
  summary:
    'A load balancer or a deploy resets the connection after the request has arrived whole: the client is gone while the handler works.',
  wire: () => ({ kind: 'reset' }),
};
