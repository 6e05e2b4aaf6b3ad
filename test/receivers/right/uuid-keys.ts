/**
 * Right: every row has a uuid of our own. The provider's ids are unique columns of two tables, and everything
 * else refers to those by foreign keys, so no id of the provider stands in a ledger entry.
 */
import type { Pool, PoolClient } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS webhook_events (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), provider_event_id text NOT NULL UNIQUE,
    received_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS payments (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), provider_payment_id text NOT NULL UNIQUE, status text NOT NULL,
    amount_cents bigint NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS ledger_entries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), payment_id uuid NOT NULL REFERENCES payments (id),
    webhook_event_id uuid NOT NULL REFERENCES webhook_events (id), entry_type text NOT NULL,
    amount_cents bigint NOT NULL, currency char(3) NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE OR REPLACE VIEW payments_by_provider_id AS
    SELECT provider_payment_id AS id, status, version FROM payments;
  CREATE OR REPLACE VIEW ledger_by_provider_id AS
    SELECT 'ledger' AS kind, provider_event_id AS event_id, provider_payment_id AS object_id
    FROM ledger_entries
    JOIN payments ON payments.id = payment_id
    JOIN webhook_events ON webhook_events.id = webhook_event_id`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const known = await tx.query<{ id: string }>(
      `INSERT INTO webhook_events (provider_event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id`,
      [event.id],
    );
    const eventId = known.rows[0]?.id;
    if (eventId === undefined) return { status: 200 };

    await savePayment(event, tx);
    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        `INSERT INTO ledger_entries (payment_id, webhook_event_id, entry_type, amount_cents, currency)
         SELECT id, $2, $3, $4, $5 FROM payments WHERE provider_payment_id = $1`,
        [event.objectId, eventId, entry.type, entry.amount, entry.currency],
      );
    }
    return { status: 200 };
  });
}

async function savePayment(event: WebhookEvent, tx: PoolClient): Promise<void> {
  await tx.query(
    `INSERT INTO payments AS known (provider_payment_id, status, amount_cents, version, changed_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (provider_payment_id) DO UPDATE
       SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
       WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL
                  THEN known.changed_at < excluded.changed_at
                  ELSE known.version < excluded.version END`,
    [event.objectId, event.status, event.amount ?? 0, event.version, event.createdAt],
  );
}

await serve({
  name: 'uuid-keys',
  schema,
  objects: 'payments_by_provider_id',
  effects: 'ledger_by_provider_id',
  receive,
});
