import type { FaultKind } from './fault-kind.ts';

export interface CutShort {
  readonly kind: 'cut-short';
  /** How much of the body is sent, 0 to 1. */
  readonly share: number;
}

/** Only a part of the body arrives. */
export const cutShort: FaultKind<CutShort> = {
  kind: 'cut-short',
  title: 'The body is cut short',
  summary:
    'The connection breaks in the middle of the body: the receiver must neither act on the part nor fall over.',
  wire: (fault) => ({ kind: 'cut-short', share: fault.share }),
};
