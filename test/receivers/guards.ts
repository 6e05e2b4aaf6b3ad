/** Broken receivers: guards that let old facts pass, memories that forget, keys that are wrong. */
import { bug, small, type ReceiverEntry } from './entry.ts';

/** Each is played where it shows, in calm weather, and somewhere else. */
export const brokenGuards: readonly ReceiverEntry[] = [
  small(
    bug(
      'watermark-starts-null',
      'The insert does not set the watermark, and null lets anything pass (G10).',
      ['order/reversed#final-state', 'order/reversed#no-regression'],
    ),
    ['duplicates/sequential'],
  ),
  small(
    bug('null-is-never-newer', 'Compares versions; an event without one changes no row (G10, G9, I7).', [
      'order/same-instant#final-state',
    ]),
    ['order/reversed'],
  ),
  small(
    bug('guard-of-another-partner', 'Guards by a field that only another partner sends (G9).', [
      'order/reversed#final-state',
      'order/late-straggler#final-state',
    ]),
    ['duplicates/sequential'],
  ),
  small(
    bug('failed-may-become-anything', 'Lets a failed message be "sent" again by a late event (E2).', [
      'order/reversed#final-state',
    ]),
    ['duplicates/sequential'],
    { lifecycle: 'message', sometimes: true },
  ),
  small(
    bug('pending-sets-back', 'The handler of the first status is an upsert without a guard (E5, E7).', [
      'order/reversed#final-state',
      'order/reversed#no-regression',
    ]),
    ['duplicates/sequential'],
  ),
  small(
    bug('find-or-create', 'Looks the payment up and makes it: two first events make two (C1, C6).', [
      'order/concurrent#final-state',
    ]),
    ['order/reversed'],
  ),
  small(
    bug('late-refused', 'Answers 422 to what comes late, for ever (N4).', [
      'order/reversed#delivery-completes',
    ]),
    ['duplicates/sequential'],
  ),
];

export const brokenMemories: readonly ReceiverEntry[] = [
  small(
    bug('inbox-set-back', 'An upsert sets the inbox row back to pending on every delivery (J7).', [
      'duplicates/sequential#single-effect',
      'duplicates/after-schedule#single-effect',
    ]),
    ['order/reversed'],
  ),
  small(
    bug('job-removed-when-done', 'Knows an event as long as its job is in the queue (K6).', [
      'duplicates/sequential#single-effect',
      'acks/lost-200#single-effect',
    ]),
    ['order/reversed'],
  ),
  small(
    bug('seen-table-trimmed', 'Keeps the last forty ids in a table (K8, K4).', [
      'duplicates/after-schedule#single-effect',
    ]),
    ['duplicates/sequential'],
  ),
  small(
    {
      // Seen by tables alone it looks the same in calm weather, from which everything is learned.
      caughtInTables: [],
      ...bug(
        'key-of-missing-reference',
        'Takes an empty reference for a key that all payments share (L2, L3).',
        ['baseline/calm#no-loss'],
      ),
    },
    ['duplicates/sequential'],
    { effectsByEvent: true },
  ),
  small(
    bug('key-is-the-clock', 'Makes up a key from the clock where a header is missing (L3, L2).', [
      'duplicates/sequential#single-effect',
      'acks/lost-200#single-effect',
    ]),
    ['order/reversed'],
  ),
  small(
    bug('key-of-the-signed-message', 'Has the time of the attempt in the key (L4).', [
      'duplicates/after-schedule#single-effect',
    ]),
    ['order/reversed'],
    // Signed in the same second, a repeat has the same key.
    { quietFloor: '200ms' },
  ),
  small(
    bug('refunds-not-remembered', 'Remembers payments and forgets refunds and chargebacks (A2, A6, A10).', [
      'duplicates/sequential#single-effect',
      'acks/lost-200#single-effect',
    ]),
    ['order/reversed'],
    { sometimes: true },
  ),
];
