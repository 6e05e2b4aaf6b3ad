import type { FaultKind } from './fault-kind.ts';

export interface Outage {
  readonly kind: 'outage';
}

/** The receiver cannot be reached for a while; every delivery lives through the same number of failed attempts. */
export const outage: FaultKind<Outage> = {
  kind: 'outage',
  title: 'The receiver is unreachable for a while',
  summary:
    'A deploy, an expired certificate, a closed port: for n attempts nothing arrives, then everything does.',
  wire: () => ({ kind: 'never-sent' }),
};
