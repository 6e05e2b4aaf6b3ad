/** Right: the row remembers the last webhook, by id and type, and counts all of them; the state moves by its own statement. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL,
    last_webhook_id text NOT NULL, last_webhook_type text NOT NULL, last_seen_at timestamptz NOT NULL, seen_count integer NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS charges (
    payment_id text NOT NULL, entry_type text NOT NULL, webhook_id text NOT NULL UNIQUE, amount_cents bigint NOT NULL,
    PRIMARY KEY (payment_id, entry_type))`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query(
      `INSERT INTO payments (id, status, version, changed_at, last_webhook_id, last_webhook_type, last_seen_at, seen_count)
       VALUES ($1, $2, $3, $4, $5, $6, now(), 1)
       ON CONFLICT (id) DO UPDATE SET last_webhook_id = excluded.last_webhook_id,
         last_webhook_type = excluded.last_webhook_type, last_seen_at = now(), seen_count = payments.seen_count + 1`,
      [event.objectId, event.status, event.version, event.createdAt, event.id, event.type],
    );
    await tx.query(
      `UPDATE payments SET status = $2, version = $3, changed_at = $4
       WHERE id = $1 AND CASE WHEN version IS NULL OR $3::integer IS NULL THEN changed_at < $4 ELSE version < $3 END`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    const entry = entryOf(event);
    if (entry !== undefined)
      await tx.query('INSERT INTO charges VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
        event.objectId,
        entry.type,
        event.id,
        entry.amount,
      ]);
    return { status: 200 };
  });
}
await serve({ name: 'last-touch', schema, objects: 'payments', effects: 'charges', receive });
