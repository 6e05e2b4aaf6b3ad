/**
 * Right: events are appended and never changed; payments and ledger are projections, made from all events of
 * the payment each time one is added. Who adds one holds the lock of the payment, so that two projections
 * cannot miss each other's event.
 */
import type { Pool, PoolClient } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS payment_events (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id text NOT NULL UNIQUE,
    payment_id text NOT NULL, type text NOT NULL, version integer, occurred_at timestamptz NOT NULL,
    data jsonb NOT NULL, appended_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS payment_events_of ON payment_events (payment_id, occurred_at);
  CREATE TABLE IF NOT EXISTS payments_projection (
    payment_id text PRIMARY KEY, status text NOT NULL, version integer, events integer NOT NULL,
    last_position bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS ledger_projection (
    event_id text PRIMARY KEY, payment_id text NOT NULL, entry_type text NOT NULL, amount_cents bigint NOT NULL,
    currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW payments_seen AS SELECT payment_id AS id, status, version FROM payments_projection;
  CREATE OR REPLACE VIEW ledger_seen AS
    SELECT 'ledger' AS kind, event_id, payment_id AS object_id FROM ledger_projection`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('payment ' || $1, 0))`, [event.objectId]);
    const appended = await tx.query(
      `INSERT INTO payment_events (event_id, payment_id, type, version, occurred_at, data)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (event_id) DO NOTHING`,
      [event.id, event.objectId, event.type, event.version, event.createdAt, event.data],
    );
    if (appended.rowCount === 1) await project(event, tx);
    return { status: 200 };
  });
}

async function project(event: WebhookEvent, tx: PoolClient): Promise<void> {
  await tx.query(
    `INSERT INTO payments_projection AS known (payment_id, status, version, events, last_position)
     SELECT payment_id, data ->> 'status', version, count(*) OVER (), position FROM payment_events
     WHERE payment_id = $1 ORDER BY occurred_at DESC, version DESC NULLS LAST, position DESC LIMIT 1
     ON CONFLICT (payment_id) DO UPDATE
       SET status = excluded.status, version = excluded.version, events = excluded.events,
           last_position = excluded.last_position`,
    [event.objectId],
  );
  const entry = entryOf(event);
  if (entry === undefined) return;
  await tx.query(
    `INSERT INTO ledger_projection (event_id, payment_id, entry_type, amount_cents, currency)
     VALUES ($1, $2, $3, $4, $5)`,
    [event.id, event.objectId, entry.type, entry.amount, entry.currency],
  );
}

await serve({
  name: 'event-sourced',
  schema,
  objects: 'payments_seen',
  effects: 'ledger_seen',
  receive,
});
