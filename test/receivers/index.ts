/**
 * The kill matrix: every broken receiver must be caught by the cases it names, no right one may ever be
 * accused.
 */
import { brokenCallers, callers } from './callers.ts';
import { designs, layouts, messages } from './designs.ts';
import { bug, odd, type ReceiverEntry } from './entry.ts';
import { brokenGuards, brokenMemories } from './guards.ts';
import { brokenLogs } from './logs.ts';
import { brokenKeepers, keepers } from './owners.ts';
import { brokenRotations, rotating } from './rotation.ts';
import { brokenTrust, trusted } from './trust.ts';
import { brokenVendors, vendors } from './vendors.ts';

export type { ReceiverEntry, SeenBy } from './entry.ts';

const examples: readonly ReceiverEntry[] = [
  {
    id: 'one-transaction',
    file: 'examples/receivers/one-transaction.ts',
    kind: 'right',
    says: 'Event id, effect and a conditional update in one transaction.',
    caughtBy: [],
  },
  {
    id: 'inbox-worker',
    file: 'examples/receivers/inbox-worker.ts',
    kind: 'right',
    says: 'Writes the event down, answers 202, and lets an idempotent worker do the rest.',
    caughtBy: [],
  },
  {
    id: 'naive',
    file: 'examples/receivers/naive.ts',
    kind: 'broken',
    says: 'Looks whether the event is known, works, then remembers it; the last to arrive is the state (B1, E1).',
    caughtBy: [
      'duplicates/concurrent#single-effect',
      'order/reversed#final-state',
      'order/late-straggler#final-state',
    ],
  },
];

const right: readonly ReceiverEntry[] = [
  odd(
    'article-recipe',
    'The recipe of the first article: id in the transaction of the work, createdAt orders.',
  ),
  odd(
    'conflict-while-working',
    'Answers 409 to a concurrent copy while the first is at work, 200 when it is done.',
  ),
  odd('parent-first', 'Answers 404 until the first fact of the object has arrived.'),
  odd(
    'business-key-upsert',
    'Has no memory of events: (object, status) is unique, the state is an upsert by version.',
  ),
  { ...odd('slow-worker', 'Answers 202 and works every five seconds.'), options: { patient: true } },
  odd('coalescing-worker', 'Answers 202; every 400 ms it handles only the newest event of each object.'),
  {
    ...odd(
      'rate-limited',
      'Takes about twenty webhooks a second and answers 429 with Retry-After to the rest.',
    ),
    options: { patient: true },
  },
  odd('fetches-truth', 'Ignores the payload and brings its rows up to what the provider says now.'),
  odd('history-per-delivery', 'Writes an audit row for every delivery, duplicates too.'),
  odd('late-paid-applied', 'Makes the effect of a fact that was overtaken; the state stays.'),
  odd('late-paid-skipped', 'Makes no effect of a fact that was overtaken.'),
  odd(
    'always-200-on-stale',
    'Answers 200 with ignored: true to whatever is stale or known, by a table of transitions.',
  ),
  odd('status-machine', 'Knows no version and no clock, only from which states a state may be reached.'),
  odd('advisory-lock', 'Selects, then inserts, with one webhook of an object at a time.'),
  odd('serializable-retry', 'Decides in code under SERIALIZABLE; 503 after five lost tries.'),
  ...designs,
  ...layouts,
  ...messages,
  ...keepers,
  ...callers,
  ...trusted,
  ...vendors,
  ...rotating,
];

/**
 * Of forty races of a plan some five lose a fact where the machine is busy: a plan without any has a chance of e⁻⁵, three plans of
 * less than 10⁻⁶. So one seed of a run has to show it.
 */
function rarely(entry: ReceiverEntry): ReceiverEntry {
  return { ...entry, options: { ...entry.options, sometimes: true } };
}

const broken: readonly ReceiverEntry[] = [
  bug('no-dedupe', 'Remembers nothing and books every delivery (A1, A8, A10).', [
    'duplicates/sequential#single-effect',
    'duplicates/concurrent#single-effect',
    'duplicates/after-schedule#single-effect',
    'acks/lost-200#single-effect',
  ]),
  bug(
    'select-then-insert',
    'Checks the event id and records it in two steps, without a unique index (B1, B3, B4).',
    ['duplicates/concurrent#single-effect'],
  ),
  {
    ...bug(
      'key-is-object-id',
      'Takes the refund for a duplicate of the payment, by the id of the object (L1, L2).',
      ['baseline/calm#no-loss', 'baseline/calm#final-state'],
    ),
    // It books no refund in calm weather either, and tables alone teach what happens there.
    caughtInTables: [],
    options: { effectsByEvent: true },
  },
  bug('arrival-order-wins', 'The event that arrives last is the state (E1, E2, E3).', [
    'order/reversed#final-state',
    'order/late-straggler#final-state',
  ]),
  bug('compare-in-code', 'Compares in code what it read without a lock, then updates in any case (C2, E1).', [
    'order/concurrent#final-state',
  ]),
  bug('conflict-forever', 'Answers 409 to every duplicate (N1, N6, D8).', [
    'duplicates/sequential#duplicates-acknowledged',
    'acks/lost-200#duplicates-acknowledged',
  ]),
  bug(
    'unique-violation-500',
    'Answers 500 to every duplicate, by the violation of its unique key (N2, A9).',
    ['duplicates/sequential#duplicates-acknowledged', 'acks/lost-200#duplicates-acknowledged'],
  ),
  rarely(
    bug(
      'errors-swallowed',
      'Answers 200 to its own errors; two first facts at once make one (M11, M12, J1, C8).',
      ['order/concurrent#no-loss', 'order/concurrent#final-state'],
    ),
  ),
  bug('stale-as-new', 'Takes for new what differs from the stored status, an old event too (A7, E7, J7).', [
    'duplicates/after-schedule#single-effect',
    'duplicates/after-schedule#final-state',
    'order/reversed#final-state',
  ]),
  {
    ...bug('slower-than-timeout', 'Works for SLOW_MS before it answers (A3, O11).', [
      'baseline/calm#acks-in-time',
    ]),
    env: { SLOW_MS: '1500' },
    options: { timeout: '500ms', only: ['baseline/calm'] },
  },
  rarely(
    bug(
      'ack-then-forget',
      'Answers 200 first; the work in memory fails on concurrent facts, unseen (M1, M6, M13, B6).',
      ['order/concurrent#no-loss', 'order/concurrent#final-state'],
    ),
  ),
  bug('memory-of-100', 'Knows the last forty events, in memory (K8, K1, K6, B7).', [
    'duplicates/after-schedule#single-effect',
  ]),
  rarely(
    bug(
      'dedupe-before-effect-no-tx',
      'Marks the event as processed before the work, which may fail (J11, J2, J6).',
      ['order/concurrent#no-loss', 'order/concurrent#final-state'],
    ),
  ),
  bug(
    'time-of-arrival',
    'Orders by its own clock at receipt instead of by the clock of the event (R7, G6, E1).',
    ['order/reversed#final-state', 'order/late-straggler#final-state'],
  ),
];

export const receivers: readonly ReceiverEntry[] = [
  ...examples,
  ...right,
  ...broken,
  ...brokenGuards,
  ...brokenMemories,
  ...brokenLogs,
  ...brokenKeepers,
  ...brokenCallers,
  ...brokenTrust,
  ...brokenVendors,
  ...brokenRotations,
];
