/** Right receivers whose databases differ, and right ones with other lifecycles. */
import { odd, type ReceiverEntry } from './entry.ts';

/** What to play where time is short: a copy after the fact, copies at once, facts backwards. */
const MOST_AT_RISK = ['duplicates/sequential', 'duplicates/concurrent', 'order/reversed'];

/** Ways to lay out a database, for eyes that see nothing else. */
export const designs: readonly ReceiverEntry[] = [
  design('event-sourced', 'Appends events and projects payments and ledger from them.'),
  design('soft-deletes', 'Deletes nothing: a cancelled payment stays, with deleted_at.'),
  design(
    'touched-rows',
    'Every row has updated_at and a counter, by triggers; a duplicate touches them too.',
  ),
  design('status-history', 'Keeps a row for every status beside the current one.'),
  design('audit-log', 'Writes headers and raw body of every delivery to an audit log.'),
  design('traffic-per-delivery', 'Leaves a row with payment and amount for every delivery, duplicates too.'),
  design('uuid-keys', 'Has uuids of its own; the ledger refers to payment and event by foreign keys.'),
  design('partitioned', 'Spreads payments by hash and cuts the ledger by the time of the fact.'),
  design('relinked-rows', 'A refund writes its webhook into the row of its payment.'),
  design('two-schemas', 'Keeps sales.payments apart from billing.ledger_entries.'),
];

/** Layouts that no test-only route could show, or none that is worth it: seen by their tables alone. */
export const layouts: readonly ReceiverEntry[] = [
  layout('last-touch', 'The row names the last webhook and counts them all, duplicates too.'),
  layout('updated-by', 'A small number as status; two ledger lines for each movement.'),
  layout('json-document', 'One document per payment; instants inside its texts.'),
  layout('attribute-rows', 'Entities and attributes, each with the webhook that set it.'),
  layout('row-per-version', 'A row for each version, from, to and current; daily totals.'),
  layout('state-in-flags', 'The state is in flags; mails are deleted by a relay.'),
  layout('written-by-triggers', 'Triggers write notifications and a summary of the customer.'),
  layout('charge-attempts', 'A row for each attempt of a charge; late events are set aside.'),
];

/** Right ones once more, with messages instead of payments. */
export const messages: readonly ReceiverEntry[] = [
  {
    id: 'status-machine-of-messages',
    file: 'test/receivers/right/status-machine.ts',
    kind: 'right',
    says: 'The status machine, with messages: what failed stays failed.',
    caughtBy: [],
    options: { lifecycle: 'message', gate: { only: ['order/reversed'] } },
  },
];

function layout(id: string, says: string): ReceiverEntry {
  return { ...odd(id, says), options: { sight: 'tables', gate: { only: MOST_AT_RISK, seeds: 1 } } };
}

function design(id: string, says: string): ReceiverEntry {
  return { ...odd(id, says), options: { gate: { only: MOST_AT_RISK, seeds: 1 } } };
}
