/**
 * Bug: two handlers, by two people. The one for the later statuses compares times; the one for `pending`
 * makes the payment, and since it must not fail where the payment is already there, it is an upsert. Source:
 * E5, E7. Caught by: order/reversed.
 */
import type { Pool, PoolClient } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS processed_events (event_id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS checkout_payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, amount_cents bigint NOT NULL,
    changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS bookings (
    event_id text PRIMARY KEY REFERENCES processed_events, payment_id text NOT NULL, amount_cents bigint NOT NULL,
    currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW bookings_seen AS
    SELECT 'ledger' AS kind, event_id, payment_id AS object_id FROM bookings`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query(
      'INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING',
      [event.id],
    );
    if (isNew.rowCount === 0) return { status: 200 };
    await (event.status === 'pending' ? onPending(event, tx) : onChange(event, tx));
    return { status: 200 };
  });
}

async function onPending(event: WebhookEvent, tx: PoolClient): Promise<void> {
  await tx.query(
    `INSERT INTO checkout_payments (id, status, version, amount_cents, changed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE
       SET status = excluded.status, version = excluded.version, amount_cents = excluded.amount_cents,
           changed_at = excluded.changed_at`,
    [event.objectId, event.status, event.version, event.amount ?? 0, event.createdAt],
  );
}

async function onChange(event: WebhookEvent, tx: PoolClient): Promise<void> {
  const entry = entryOf(event);
  if (entry !== undefined) {
    await tx.query(
      'INSERT INTO bookings (event_id, payment_id, amount_cents, currency) VALUES ($1, $2, $3, $4)',
      [event.id, event.objectId, entry.amount, entry.currency],
    );
  }
  await tx.query(
    `INSERT INTO checkout_payments AS known (id, status, version, amount_cents, changed_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE
       SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
       WHERE known.changed_at < excluded.changed_at`,
    [event.objectId, event.status, event.version, event.amount ?? 0, event.createdAt],
  );
}

await serve({
  name: 'pending-sets-back',
  schema,
  objects: 'checkout_payments',
  effects: 'bookings_seen',
  receive,
});
