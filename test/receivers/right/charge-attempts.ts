/** Right: one row for each attempt of a charge; what comes late is set aside; the first event makes the payment whatever it is. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';

const RANK: Readonly<Record<string, number>> = {
  pending: 1,
  failed: 2,
  cancelled: 2,
  paid: 3,
  refunded: 4,
  chargeback: 4,
};
const schema = `
  CREATE TABLE IF NOT EXISTS seen (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, amount bigint NOT NULL, tries smallint NOT NULL DEFAULT 1, refunded_cents bigint NOT NULL DEFAULT 0, refunded_at timestamptz);
  CREATE TABLE IF NOT EXISTS charges (
    payment_id text NOT NULL, n smallint NOT NULL, result text, amount bigint NOT NULL, PRIMARY KEY (payment_id, n));
  CREATE UNIQUE INDEX IF NOT EXISTS one_paid ON charges (payment_id) WHERE result = 'paid';
  CREATE TABLE IF NOT EXISTS quarantine (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text, event_id text, status text, amount bigint)`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO seen VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
    if (isNew.rowCount === 0) return { status: 200 };
    const made = await tx.query(
      'INSERT INTO payments (id, status, amount) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [event.objectId, event.status, event.amount],
    );
    const known = await tx.query<{ status: string; tries: number }>(
      'SELECT status, tries FROM payments WHERE id = $1 FOR UPDATE',
      [event.objectId],
    );
    const before = known.rows[0]?.status ?? event.status;
    if (made.rowCount === 0 && (RANK[event.status] ?? 0) <= (RANK[before] ?? 0)) {
      await tx.query(
        'INSERT INTO quarantine (payment_id, event_id, status, amount) VALUES ($1, $2, $3, $4)',
        [event.objectId, event.id, event.status, event.amount],
      );
      return { status: 200, body: { late: true } };
    }
    await tx.query(
      `UPDATE payments SET status = $2, refunded_cents = CASE WHEN $2 = 'refunded' THEN amount ELSE 0 END,
         refunded_at = CASE WHEN $2 = 'refunded' THEN now() END WHERE id = $1`,
      [event.objectId, event.status],
    );
    if (['pending', 'paid', 'failed'].includes(event.status)) {
      const open = await tx.query(`UPDATE charges SET result = $2 WHERE payment_id = $1 AND result IS NULL`, [
        event.objectId,
        event.status === 'pending' ? null : event.status,
      ]);
      if (open.rowCount === 0)
        await tx.query(
          `INSERT INTO charges SELECT $1, coalesce(max(n), 0) + 1, $2, $3 FROM charges WHERE payment_id = $1`,
          [event.objectId, event.status === 'pending' ? null : event.status, event.amount],
        );
    }
    return { status: 200 };
  });
}
await serve({ name: 'charge-attempts', schema, objects: 'payments', effects: 'charges', receive });
