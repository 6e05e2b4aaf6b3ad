/**
 * Right: a refund marks the transaction of its payment, and writes its own webhook into it: an event's id in a row is that of
 * whatever touched it last, not of what the row is owed to. The states are an enum with words of its own.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  DO $$ BEGIN CREATE TYPE pay_state AS ENUM ('OPEN', 'SETTLED', 'DECLINED', 'VOID', 'RETURNED', 'DISPUTED'); EXCEPTION WHEN duplicate_object THEN NULL; END $$;
  CREATE TABLE IF NOT EXISTS payments (id text PRIMARY KEY, state pay_state NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS transactions (
    payment_id text NOT NULL REFERENCES payments, type text NOT NULL, amount_cents bigint NOT NULL, reversed boolean NOT NULL DEFAULT false,
    webhook_id text NOT NULL, PRIMARY KEY (payment_id, type));
  CREATE OR REPLACE VIEW payments_seen AS
    SELECT id, version, CASE state WHEN 'OPEN' THEN 'pending' WHEN 'SETTLED' THEN 'paid' WHEN 'DECLINED' THEN 'failed'
      WHEN 'VOID' THEN 'cancelled' WHEN 'RETURNED' THEN 'refunded' ELSE 'chargeback' END AS status FROM payments;
  CREATE OR REPLACE VIEW transactions_seen AS SELECT 'ledger' AS kind, payment_id AS object_id FROM transactions`;
const NAMES: Readonly<Record<string, string>> = {
  pending: 'OPEN',
  paid: 'SETTLED',
  failed: 'DECLINED',
  cancelled: 'VOID',
  refunded: 'RETURNED',
  chargeback: 'DISPUTED',
};

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query(
      `INSERT INTO payments AS known (id, state, version, changed_at) VALUES ($1, $2::text::pay_state, $3, $4)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, version = excluded.version, changed_at = excluded.changed_at
         WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL THEN known.changed_at < excluded.changed_at
                    ELSE known.version < excluded.version END`,
      [event.objectId, NAMES[event.status], event.version, event.createdAt],
    );
    await tx.query('SELECT 1 FROM payments WHERE id = $1 FOR UPDATE', [event.objectId]);
    const entry = entryOf(event);
    if (entry === undefined) return { status: 200 };
    const added = await tx.query(
      `INSERT INTO transactions (payment_id, type, amount_cents, webhook_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [event.objectId, entry.type, entry.amount, event.id],
    );
    if (added.rowCount === 1 && entry.type !== 'payment')
      await tx.query(
        `UPDATE transactions SET reversed = true, webhook_id = $2 WHERE payment_id = $1 AND type = 'payment'`,
        [event.objectId, event.id],
      );
    return { status: 200 };
  });
}
await serve({
  name: 'relinked-rows',
  schema,
  objects: 'payments_seen',
  effects: 'transactions_seen',
  effectsBy: 'object',
  receive,
});
