/**
 * Right: counts its traffic. Every delivery leaves a row with what it was about and how much, and no event id;
 * finance looks only at the ledger. From the rows alone nobody can tell such a table from a doubled effect.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS traffic (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, status text NOT NULL,
    amount_cents bigint NOT NULL, currency char(3) NOT NULL, at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, reference text NOT NULL UNIQUE,
    entry_type text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW ledger_entries_seen AS
    SELECT 'ledger' AS kind, reference AS event_id, payment_id AS object_id FROM ledger_entries`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query(
      'INSERT INTO traffic (payment_id, status, amount_cents, currency) VALUES ($1, $2, $3, $4)',
      [event.objectId, event.status, event.amount ?? 0, event.currency ?? 'EUR'],
    );
    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        `INSERT INTO ledger_entries (payment_id, reference, entry_type, amount_cents, currency)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (reference) DO NOTHING`,
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

await serve({
  name: 'traffic-per-delivery',
  schema,
  objects: 'payments',
  effects: 'ledger_entries_seen',
  receive,
});
