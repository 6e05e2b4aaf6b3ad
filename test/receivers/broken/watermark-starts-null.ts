/**
 * Bug: the guard against old events came later than the table. Its column is nullable, null counts as "older
 * than anything", and only the update sets it: the insert was forgotten. The first event after the insert is
 * taken in any case. Source: G10. Caught by: order/reversed.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS webhook_ids (id text PRIMARY KEY, received_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, amount_cents bigint NOT NULL);
  ALTER TABLE payments ADD COLUMN IF NOT EXISTS last_event_at timestamptz;
  CREATE TABLE IF NOT EXISTS ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, webhook_id text NOT NULL,
    entry_type text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW ledger_entries_seen AS
    SELECT 'ledger' AS kind, webhook_id AS event_id, payment_id AS object_id FROM ledger_entries`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO webhook_ids (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        `INSERT INTO ledger_entries (payment_id, webhook_id, entry_type, amount_cents, currency)
         VALUES ($1, $2, $3, $4, $5)`,
        [event.objectId, event.id, entry.type, entry.amount, entry.currency],
      );
    }
    await tx.query(
      `INSERT INTO payments AS known (id, status, version, amount_cents) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, last_event_at = $5
         WHERE known.last_event_at IS NULL OR known.last_event_at < $5`,
      [event.objectId, event.status, event.version, event.amount ?? 0, event.createdAt],
    );
    return { status: 200 };
  });
}

await serve({
  name: 'watermark-starts-null',
  schema,
  objects: 'payments',
  effects: 'ledger_entries_seen',
  receive,
});
