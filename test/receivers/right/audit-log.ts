/**
 * Right: whatever comes in is written to an audit log first, with its headers and the body as it came,
 * duplicates and failures too. The log is for people; nothing is decided by it.
 */
import type { Pool } from 'pg';
import {
  serve,
  transaction,
  type Answer,
  type Delivery,
  type WebhookEvent,
} from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, received_at timestamptz NOT NULL DEFAULT now(),
    headers jsonb NOT NULL, body bytea NOT NULL, payment_id text NOT NULL);
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, webhook_id text NOT NULL UNIQUE,
    entry_type text NOT NULL, amount numeric(12, 2) NOT NULL, currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW ledger_entries_seen AS
    SELECT 'ledger' AS kind, webhook_id AS event_id, payment_id AS object_id FROM ledger_entries`;

async function receive(event: WebhookEvent, db: Pool, delivery: Delivery): Promise<Answer> {
  const { 'webhook-signature': _secret, ...headers } = delivery.headers;
  await db.query('INSERT INTO audit_log (headers, body, payment_id) VALUES ($1, $2, $3)', [
    headers,
    delivery.rawBody,
    event.objectId,
  ]);
  return transaction(db, async (tx) => {
    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        `INSERT INTO ledger_entries (payment_id, webhook_id, entry_type, amount, currency)
         VALUES ($1, $2, $3, $4::numeric / 100, $5) ON CONFLICT (webhook_id) DO NOTHING`,
        [event.objectId, event.id, entry.type, entry.amount, entry.currency],
      );
    }
    await tx.query(
      `INSERT INTO payments AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
         WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL
                    THEN known.changed_at < excluded.changed_at
                    ELSE known.version < excluded.version END`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    return { status: 200 };
  });
}

await serve({ name: 'audit-log', schema, objects: 'payments', effects: 'ledger_entries_seen', receive });
