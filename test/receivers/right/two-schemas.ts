/**
 * Right: sales and billing keep their tables in schemas of their own. One transaction spans both, and what is
 * a duplicate is decided by billing's unique reference.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE SCHEMA IF NOT EXISTS sales;
  CREATE SCHEMA IF NOT EXISTS billing;
  CREATE TABLE IF NOT EXISTS sales.payments (
    payment_id text PRIMARY KEY, state text NOT NULL, total_cents bigint NOT NULL, currency char(3) NOT NULL,
    revision integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS billing.ledger_entries (
    entry_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, reference text NOT NULL UNIQUE,
    payment_id text NOT NULL, account text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL,
    posted_at timestamptz NOT NULL DEFAULT now());
  CREATE OR REPLACE VIEW sales.payments_seen AS
    SELECT payment_id AS id, state AS status, revision AS version FROM sales.payments;
  CREATE OR REPLACE VIEW billing.ledger_seen AS
    SELECT 'ledger' AS kind, reference AS event_id, payment_id AS object_id FROM billing.ledger_entries`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        `INSERT INTO billing.ledger_entries (reference, payment_id, account, amount_cents, currency)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (reference) DO NOTHING`,
        [event.id, event.objectId, `${entry.type}s`, entry.amount, entry.currency],
      );
    }
    await tx.query(
      `INSERT INTO sales.payments AS known (payment_id, state, total_cents, currency, revision, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (payment_id) DO UPDATE
         SET state = excluded.state, revision = excluded.revision, changed_at = excluded.changed_at
         WHERE CASE WHEN known.revision IS NULL OR excluded.revision IS NULL
                    THEN known.changed_at < excluded.changed_at
                    ELSE known.revision < excluded.revision END`,
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

await serve({
  name: 'two-schemas',
  schema,
  objects: 'sales.payments_seen',
  effects: 'billing.ledger_seen',
  receive,
});
