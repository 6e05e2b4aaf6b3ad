/** Receivers with more to keep than a status: sums, children, dates, and what an owner may do. Each bug has a right twin. */
import { bug, odd, small, type ReceiverEntry } from './entry.ts';

const SUBSCRIPTION: ReceiverEntry['options'] = { lifecycle: 'subscription', values: true };
const ORDER: ReceiverEntry['options'] = { lifecycle: 'order', values: true };
const CREDIT: ReceiverEntry['options'] = { lifecycle: 'credit', values: true };

export const keepers: readonly ReceiverEntry[] = [
  {
    ...odd('subscription-rows', 'The newest snapshot wins; access is asked of all rows of the customer.'),
    options: {
      ...SUBSCRIPTION,
      gate: {
        only: [
          ...['order/reversed', 'order/after-the-end'],
          ...['order/two-objects-of-an-owner', 'order/two-generations'],
        ],
        seeds: 1,
      },
    },
  },
  {
    ...odd('order-facts', 'A row for each fact under a key of the business; sums and dates follow from it.'),
    options: {
      ...ORDER,
      gate: {
        only: [
          'baseline/calm',
          'duplicates/two-events-of-one-fact',
          'order/reversed',
          'order/late-straggler',
        ],
        seeds: 1,
      },
    },
  },
  {
    ...odd('credit-total', 'The database adds to the total, in the transaction of the event id.'),
    options: { ...CREDIT, gate: { only: ['duplicates/sequential', 'order/concurrent'], seeds: 1 } },
  },
];

export const brokenKeepers: readonly ReceiverEntry[] = [
  small(
    bug('update-then-insert', 'An update of no row is taken, and the insert comes after it (I1).', [
      'order/reversed#final-state',
    ]),
    ['duplicates/sequential'],
    { lifecycle: 'subscription' },
  ),
  small(
    bug('receipt-on-both-paths', 'Both the payment and the late order issue the receipt (I6).', [
      'order/reversed#single-effect',
    ]),
    ['duplicates/sequential'],
    { lifecycle: 'order' },
  ),
  small(
    bug('attaches-what-is-over', 'An empty account takes a subscription that is over (H1).', [
      'order/after-the-end#owner-is-entitled',
    ]),
    ['duplicates/sequential'],
    { ...SUBSCRIPTION, sometimes: true },
  ),
  small(
    bug('end-takes-all', 'The end of one subscription ends all sessions of the customer (H4).', [
      'order/two-generations#owner-is-entitled',
    ]),
    ['duplicates/sequential'],
    SUBSCRIPTION,
  ),
  small(
    bug('one-flag-per-customer', 'Access is one flag that the last event writes (R3).', [
      'order/two-objects-of-an-owner#owner-is-entitled',
    ]),
    ['duplicates/sequential'],
    SUBSCRIPTION,
  ),
  small(
    bug('deleted-and-missed', 'Deletes the row, and misses it for ever after (H5).', [
      'order/after-the-end#delivery-completes',
    ]),
    ['duplicates/sequential'],
    { lifecycle: 'subscription', sometimes: true },
  ),
  small(
    bug('paid-when-received', 'The date of payment is its own clock (R7).', ['baseline/calm#latest-values']),
    ['duplicates/sequential'],
    ORDER,
  ),
  small(
    bug('known-by-event-id', 'Books a fact once for each event that announces it (L7, R2).', [
      'duplicates/two-events-of-one-fact#single-effect',
    ]),
    ['duplicates/sequential'],
    { lifecycle: 'order' },
  ),
  small(
    bug('tracking-replaced', 'A late event replaces the list of tracking numbers (E4).', [
      'order/reversed#latest-values',
    ]),
    ['duplicates/sequential'],
    { ...ORDER, sometimes: true },
  ),
  small(
    bug('balance-in-code', 'Works out the balance in code, without a lock.', [
      'order/concurrent#values-add-up',
    ]),
    ['duplicates/sequential'],
    CREDIT,
  ),
  small(
    bug('adds-at-every-delivery', 'Adds to the total at every delivery.', [
      'duplicates/sequential#values-add-up',
    ]),
    ['baseline/calm'],
    CREDIT,
  ),
];
