/**
 * Bug: stale events are sorted out by `data.updated_at`, if it is there. The first partner sends it. The
 * second one does not, so for its events there is no guard at all, and nothing says so. Source: G9. Caught
 * by: order/reversed, order/late-straggler.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS partner_webhooks (webhook_id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS partner_payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, updated_at timestamptz);
  CREATE TABLE IF NOT EXISTS partner_ledger (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, webhook_id text NOT NULL,
    amount_cents bigint NOT NULL, currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW partner_ledger_seen AS
    SELECT 'ledger' AS kind, webhook_id AS event_id, payment_id AS object_id FROM partner_ledger`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query(
      'INSERT INTO partner_webhooks (webhook_id) VALUES ($1) ON CONFLICT DO NOTHING',
      [event.id],
    );
    if (isNew.rowCount === 0) return { status: 200 };

    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query(
        'INSERT INTO partner_ledger (payment_id, webhook_id, amount_cents, currency) VALUES ($1, $2, $3, $4)',
        [event.objectId, event.id, entry.amount, entry.currency],
      );
    }
    const updatedAt = event.data['updated_at'] ?? null;
    await tx.query(
      `INSERT INTO partner_payments AS known (id, status, version, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version,
             updated_at = coalesce(excluded.updated_at, known.updated_at)
         WHERE excluded.updated_at IS NULL OR known.updated_at IS NULL OR known.updated_at < excluded.updated_at`,
      [event.objectId, event.status, event.version, updatedAt],
    );
    return { status: 200 };
  });
}

await serve({
  name: 'guard-of-another-partner',
  schema,
  objects: 'partner_payments',
  effects: 'partner_ledger_seen',
  receive,
});
