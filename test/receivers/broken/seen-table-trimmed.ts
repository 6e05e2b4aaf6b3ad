/**
 * Bug: the table of seen ids is kept small: each insert drops what is more than forty numbers old, which is
 * days in the test system and minutes on a busy evening. (A duplicate takes a number too.) Source: K8, K4.
 * Caught by: duplicates/after-schedule.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const KEPT = 40;

const schema = `
  CREATE TABLE IF NOT EXISTS seen_ids (number bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY);
  CREATE INDEX IF NOT EXISTS seen_ids_number ON seen_ids (number);
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, event_id text NOT NULL,
    entry_type text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW ledger_entries_seen AS
    SELECT 'ledger' AS kind, event_id, payment_id AS object_id FROM ledger_entries`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const inserted = await tx.query<{ number: string }>(
      'INSERT INTO seen_ids (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING number',
      [event.id],
    );
    const number = inserted.rows[0]?.number;
    if (number === undefined) return { status: 200 };

    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        `INSERT INTO ledger_entries (payment_id, event_id, entry_type, amount_cents, currency)
         VALUES ($1, $2, $3, $4, $5)`,
        [event.objectId, event.id, entry.type, entry.amount, entry.currency],
      );
    }
    await tx.query(
      `INSERT INTO payments AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
         WHERE known.changed_at < excluded.changed_at`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    await tx.query(
      'DELETE FROM seen_ids WHERE id IN (SELECT id FROM seen_ids WHERE number <= $1 FOR UPDATE SKIP LOCKED)',
      [Number(number) - KEPT],
    );
    return { status: 200 };
  });
}

await serve({
  name: 'seen-table-trimmed',
  schema,
  objects: 'payments',
  effects: 'ledger_entries_seen',
  receive,
});
