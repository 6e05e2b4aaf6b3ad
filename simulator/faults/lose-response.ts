import type { FaultKind } from './fault-kind.ts';

export interface LoseResponse {
  readonly kind: 'lose-response';
}

/** The lost 200 itself: the answer is read to its end, and the provider records a timeout (article 002). */
export const loseResponse: FaultKind<LoseResponse> = {
  kind: 'lose-response',
  title: 'The response is lost',
  summary:
    'The receiver did the work and answered; the answer never reached the provider, which records a timeout and sends the event again.',
  record: () => ({ kind: 'timed-out' }),
};
