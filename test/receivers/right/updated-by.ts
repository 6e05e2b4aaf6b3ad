/** Right: a small number as status, the webhook that set it beside it; a ledger of two lines for each movement. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const CODES: Readonly<Record<string, number>> = {
  pending: 10,
  paid: 20,
  failed: 30,
  cancelled: 40,
  refunded: 50,
  chargeback: 60,
};
const schema = `
  CREATE TABLE IF NOT EXISTS seen (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status smallint NOT NULL, version integer, changed_at timestamptz NOT NULL, updated_by text NOT NULL);
  CREATE TABLE IF NOT EXISTS ledger_lines (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account text NOT NULL, payment_id text NOT NULL, webhook_id text NOT NULL,
    debit bigint, credit bigint)`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const code = CODES[event.status] ?? 0;
    await tx.query(
      `INSERT INTO payments (id, status, version, changed_at, updated_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET updated_by = excluded.updated_by`,
      [event.objectId, code, event.version, event.createdAt, event.status],
    );
    await tx.query(
      `UPDATE payments SET status = $2, version = $3, changed_at = $4
       WHERE id = $1 AND CASE WHEN version IS NULL OR $3::integer IS NULL THEN changed_at < $4 ELSE version < $3 END`,
      [event.objectId, code, event.version, event.createdAt],
    );
    const isNew = await tx.query('INSERT INTO seen VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
    const entry = entryOf(event);
    if (isNew.rowCount === 0 || entry === undefined) return { status: 200 };
    await tx.query(
      `INSERT INTO ledger_lines (account, payment_id, webhook_id, debit, credit)
       VALUES ('cash', $1, $2, $3, NULL), ('revenue', $1, $2, NULL, $3)`,
      [event.objectId, event.id, entry.amount],
    );
    return { status: 200 };
  });
}
await serve({ name: 'updated-by', schema, objects: 'payments', effects: 'ledger_lines', receive });
