/**
 * Bug: the payment is looked up, and made if it is not there. Two first events at once both make one, since
 * nothing in the table forbids it; from then on there are two rows, and each reader finds its own. Source:
 * C1, C6. Caught by: order/concurrent.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS shop_events (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS shop_payments (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL, status text NOT NULL,
    version integer, changed_at timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS shop_payments_id ON shop_payments (id);
  CREATE TABLE IF NOT EXISTS shop_ledger (
    event_id text NOT NULL, payment_id text NOT NULL, entry_type text NOT NULL, amount_cents bigint NOT NULL);
  CREATE OR REPLACE VIEW shop_ledger_seen AS
    SELECT 'ledger' AS kind, event_id, payment_id AS object_id FROM shop_ledger`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO shop_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        'INSERT INTO shop_ledger (event_id, payment_id, entry_type, amount_cents) VALUES ($1, $2, $3, $4)',
        [event.id, event.objectId, entry.type, entry.amount],
      );
    }
    const found = await tx.query('SELECT 1 FROM shop_payments WHERE id = $1', [event.objectId]);
    await tx.query(
      found.rowCount === 0
        ? 'INSERT INTO shop_payments (id, status, version, changed_at) VALUES ($1, $2, $3, $4)'
        : `UPDATE shop_payments SET status = $2, version = $3, changed_at = $4
           WHERE id = $1 AND changed_at < $4`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    return { status: 200 };
  });
}

await serve({
  name: 'find-or-create',
  schema,
  objects: 'shop_payments',
  effects: 'shop_ledger_seen',
  receive,
});
