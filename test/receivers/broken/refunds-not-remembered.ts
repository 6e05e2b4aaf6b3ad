/**
 * Bug: payments are booked once, by a unique key. Refunds came a year later, in a handler of their own, whose
 * table got no such key. Source: A2, A6, A10. Caught by: duplicates/sequential and acks/lost-200, where a
 * refund or a chargeback comes again.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf, type Entry } from '../ledger.ts';
import { saveIfNewer } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS refunds_objects (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS payment_postings (
    event_id text PRIMARY KEY, payment_id text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL);
  CREATE TABLE IF NOT EXISTS refund_postings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id text NOT NULL, payment_id text NOT NULL,
    reason text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW postings_seen AS
    SELECT 'ledger' AS kind, event_id, payment_id AS object_id FROM payment_postings
    UNION ALL SELECT 'ledger', event_id, payment_id FROM refund_postings`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const entry = entryOf(event);
    if (entry !== undefined) await tx.query(...posting(event, entry));
    await saveIfNewer(tx, 'refunds', event);
    return { status: 200 };
  });
}

function posting(event: WebhookEvent, entry: Entry): [string, unknown[]] {
  const values = [event.id, event.objectId, entry.amount, entry.currency];
  if (entry.type === 'payment') {
    return [
      `INSERT INTO payment_postings (event_id, payment_id, amount_cents, currency) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      values,
    ];
  }
  return [
    `INSERT INTO refund_postings (event_id, payment_id, amount_cents, currency, reason)
     VALUES ($1, $2, $3, $4, $5)`,
    [...values, entry.type],
  ];
}

await serve({
  name: 'refunds-not-remembered',
  schema,
  objects: 'refunds_objects',
  effects: 'postings_seen',
  receive,
});
