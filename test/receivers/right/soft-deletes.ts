/**
 * Right: nothing is ever deleted. A cancelled payment stays, with `deleted_at`, and the shop's own queries go
 * through a view that leaves it out.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS processed_webhooks (
    webhook_id text PRIMARY KEY, processed_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL,
    version integer, changed_at timestamptz NOT NULL, deleted_at timestamptz);
  CREATE TABLE IF NOT EXISTS ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, webhook_id text NOT NULL,
    entry_type text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL,
    booked_at timestamptz NOT NULL DEFAULT now(), deleted_at timestamptz);
  CREATE OR REPLACE VIEW active_payments AS SELECT * FROM payments WHERE deleted_at IS NULL;
  CREATE OR REPLACE VIEW entries_seen AS
    SELECT 'ledger' AS kind, webhook_id AS event_id, payment_id AS object_id FROM ledger_entries
    WHERE deleted_at IS NULL`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query(
      'INSERT INTO processed_webhooks (webhook_id) VALUES ($1) ON CONFLICT DO NOTHING',
      [event.id],
    );
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
      `INSERT INTO payments AS known (id, status, amount_cents, currency, version, changed_at, deleted_at)
       VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $2 = 'cancelled' THEN now() END)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at,
             deleted_at = excluded.deleted_at
         WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL
                    THEN known.changed_at < excluded.changed_at
                    ELSE known.version < excluded.version END`,
      [
        event.objectId,
        event.status,
        event.amount ?? 0,
        event.currency ?? 'EUR',
        event.version,
        event.createdAt,
      ],
    );
    return { status: 200 };
  });
}

await serve({ name: 'soft-deletes', schema, objects: 'payments', effects: 'entries_seen', receive });
