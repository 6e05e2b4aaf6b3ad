/** Receivers that are seen by nothing but the calls that they make. */
import { bug, odd, small, type ReceiverEntry } from './entry.ts';

const seen = { sight: 'sink' } as const;

export const callers: readonly ReceiverEntry[] = [
  {
    ...odd('outbox-with-keys', 'Calls the ledger from an outbox; every try carries the same key.'),
    options: { ...seen, gate: { seeds: 1 } },
  },
];

export const brokenCallers: readonly ReceiverEntry[] = [
  small(
    bug('outbox-without-keys', 'Repeats a call whose answer was lost without an idempotency key.', [
      'outgoing/lost-answer#outgoing-has-key',
    ]),
    ['outgoing/refused'],
    seen,
  ),
  small(
    bug('calls-before-dedupe', 'Calls the ledger before it remembers the event (B1, B3).', [
      'duplicates/concurrent#single-effect',
    ]),
    ['outgoing/slow'],
    seen,
  ),
];
