/**
 * Right: beside the current status there is a row for every status that a payment was ever in, with the time
 * of the fact. A late fact enters the history and leaves the current status alone.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, current_status text NOT NULL, status_version integer, status_since timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS payment_status_history (
    payment_id text NOT NULL, event_id text NOT NULL UNIQUE, status text NOT NULL, since timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (payment_id, status));
  CREATE TABLE IF NOT EXISTS ledger (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, event_id text NOT NULL UNIQUE,
    debit_cents bigint NOT NULL DEFAULT 0, credit_cents bigint NOT NULL DEFAULT 0, currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW payments_now AS
    SELECT id, current_status AS status, status_version AS version FROM payments;
  CREATE OR REPLACE VIEW ledger_now AS SELECT 'ledger' AS kind, event_id, payment_id AS object_id FROM ledger`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    // Also what lets one copy of an event through.
    const isNew = await tx.query(
      `INSERT INTO payment_status_history (payment_id, event_id, status, since) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [event.objectId, event.id, event.status, event.createdAt],
    );
    if (isNew.rowCount === 0) return { status: 200 };

    const entry = entryOf(event);
    if (entry !== undefined) {
      const [debit, credit] = entry.amount < 0 ? [-entry.amount, 0] : [0, entry.amount];
      await tx.query(
        `INSERT INTO ledger (payment_id, event_id, debit_cents, credit_cents, currency)
         VALUES ($1, $2, $3, $4, $5)`,
        [event.objectId, event.id, debit, credit, entry.currency],
      );
    }
    await tx.query(
      `INSERT INTO payments AS known (id, current_status, status_version, status_since) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET current_status = excluded.current_status, status_version = excluded.status_version,
             status_since = excluded.status_since
         WHERE CASE WHEN known.status_version IS NULL OR excluded.status_version IS NULL
                    THEN known.status_since < excluded.status_since
                    ELSE known.status_version < excluded.status_version END`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    return { status: 200 };
  });
}

await serve({ name: 'status-history', schema, objects: 'payments_now', effects: 'ledger_now', receive });
