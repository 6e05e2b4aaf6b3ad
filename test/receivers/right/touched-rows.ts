/**
 * Right: every row says when it was made and last touched, and how often; triggers see to that. A duplicate
 * touches its rows too, so they differ after it in everything but what matters.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const AUDIT = `
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(), touched integer NOT NULL DEFAULT 1`;

const schema = `
  CREATE TABLE IF NOT EXISTS webhooks (id text PRIMARY KEY, type text NOT NULL, ${AUDIT});
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL,
    last_webhook_at timestamptz NOT NULL, ${AUDIT});
  CREATE TABLE IF NOT EXISTS bookings (
    webhook_id text PRIMARY KEY REFERENCES webhooks (id), payment_id text NOT NULL, booking_type text NOT NULL,
    amount_cents bigint NOT NULL, currency char(3) NOT NULL, ${AUDIT});
  CREATE OR REPLACE VIEW bookings_seen AS
    SELECT 'ledger' AS kind, webhook_id AS event_id, payment_id AS object_id FROM bookings;
  CREATE OR REPLACE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.updated_at = clock_timestamp(); NEW.touched = OLD.touched + 1; RETURN NEW; END $$;
  ${['webhooks', 'payments', 'bookings']
    .map(
      (name) =>
        `CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON ${name} FOR EACH ROW EXECUTE FUNCTION touch();`,
    )
    .join('\n')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query(
      'INSERT INTO webhooks (id, type) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET type = excluded.type',
      [event.id, event.type],
    );
    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        `INSERT INTO bookings (webhook_id, payment_id, booking_type, amount_cents, currency)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (webhook_id) DO UPDATE SET booking_type = excluded.booking_type`,
        [event.id, event.objectId, entry.type, entry.amount, entry.currency],
      );
    }
    await tx.query(
      `INSERT INTO payments (id, status, version, changed_at, last_webhook_at)
       VALUES ($1, $2, $3, $4, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET last_webhook_at = excluded.last_webhook_at`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    await tx.query(
      `UPDATE payments SET status = $2, version = $3, changed_at = $4
       WHERE id = $1 AND CASE WHEN version IS NULL OR $3::integer IS NULL THEN changed_at < $4
                              ELSE version < $3 END`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    return { status: 200 };
  });
}

await serve({ name: 'touched-rows', schema, objects: 'payments', effects: 'bookings_seen', receive });
