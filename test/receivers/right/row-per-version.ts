/** Right: a row for each version of the payment (from, to, current), gaps closed; credit notes for returns; daily totals with an array of ids. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS seen (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS payments (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS payment_rows (
    id text NOT NULL, status text NOT NULL, prev_status text, amount bigint NOT NULL, valid_from timestamptz NOT NULL, valid_to timestamptz,
    is_current boolean NOT NULL, seq integer NOT NULL, hour smallint NOT NULL, PRIMARY KEY (id, status));
  CREATE TABLE IF NOT EXISTS day_sheets (day date PRIMARY KEY, total bigint NOT NULL, payments text[] NOT NULL DEFAULT '{}');
  CREATE TABLE IF NOT EXISTS invoices (number text PRIMARY KEY, payment_id text NOT NULL, kind text NOT NULL, amount bigint NOT NULL, cancels text, last_event text)`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query('INSERT INTO payments VALUES ($1) ON CONFLICT DO NOTHING', [event.objectId]);
    await tx.query('SELECT 1 FROM payments WHERE id = $1 FOR UPDATE', [event.objectId]);
    const isNew = await tx.query('INSERT INTO seen VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
    await tx.query('UPDATE invoices SET last_event = $2 WHERE payment_id = $1', [event.objectId, event.id]);
    if (isNew.rowCount === 0) return { status: 200 };
    await tx.query(
      `INSERT INTO payment_rows VALUES ($1, $2, NULL, $3, $4, NULL, true, 0, extract(hour FROM now())) ON CONFLICT DO NOTHING`,
      [event.objectId, event.status, event.amount, event.createdAt],
    );
    await tx.query(
      `WITH ordered AS (SELECT status, row_number() OVER w AS seq, lag(status) OVER w AS prev, lead(valid_from) OVER w AS next
         FROM payment_rows WHERE id = $1 WINDOW w AS (ORDER BY valid_from, status))
       UPDATE payment_rows r SET prev_status = prev, valid_to = next, is_current = next IS NULL, seq = ordered.seq FROM ordered
       WHERE r.id = $1 AND r.status = ordered.status`,
      [event.objectId],
    );
    const entry = entryOf(event);
    if (entry === undefined) return { status: 200 };
    await tx.query(`INSERT INTO invoices VALUES ($1, $2, $3, $4, $5, $6)`, [
      `${entry.type}-${event.objectId}`,
      event.objectId,
      entry.type,
      entry.amount,
      entry.type === 'payment' ? null : `payment-${event.objectId}`,
      event.id,
    ]);
    await tx.query(
      `INSERT INTO day_sheets VALUES (current_date, $1, ARRAY[$2]) ON CONFLICT (day) DO UPDATE SET total = day_sheets.total + excluded.total,
         payments = day_sheets.payments || excluded.payments`,
      [entry.amount, event.objectId],
    );
    return { status: 200 };
  });
}
await serve({ name: 'row-per-version', schema, objects: 'payments', effects: 'invoices', receive });
