/**
 * Right: every fact of an order is a row under a key of the business (order and version), whatever the id of
 * the event that told it. Receipts, refunds and the date of payment follow from these rows.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, IS_NEWER, jsonOf, numberOf, ORDER_TYPES } from '../books.ts';

const NAME = 'order_facts';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    // An event without a version is known by its own id only.
    const key = event.version === null ? event.id : String(event.version);
    const { rowCount } = await tx.query(
      `INSERT INTO ${NAME}_rows (order_id, key, status, happened_at, refund) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [event.objectId, key, event.status, event.createdAt, numberOf(event, 'refund')],
    );
    if (rowCount === 0) return { status: 200 };
    if (['paid', 'returned'].includes(event.status)) await addEffectOf(tx, NAME, 'receipt', event);
    await tx.query(
      `INSERT INTO ${NAME}_objects AS known (id, status, version, changed_at, tracking)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, version = excluded.version,
         changed_at = excluded.changed_at, tracking = excluded.tracking
       WHERE ${IS_NEWER}`,
      [event.objectId, event.status, event.version, event.createdAt, jsonOf(event, 'trackingNumbers')],
    );
    return { status: 200 };
  });
}

async function values(db: Pool, objectId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(
    `SELECT tracking AS "trackingNumbers",
       (SELECT min(happened_at) FROM ${NAME}_rows WHERE order_id = id AND status = 'paid') AS "paidAt",
       (SELECT sum(refund)::integer FROM ${NAME}_rows WHERE order_id = id) AS refunded,
       (SELECT count(*)::integer FROM ${NAME}_objects same WHERE same.id = own.id) AS rows
     FROM ${NAME}_objects own WHERE id = $1`,
    [objectId],
  );
  return rows[0];
}

await serve({
  name: 'order-facts',
  schema: `${bookTables(NAME, ', tracking jsonb NOT NULL')};
    CREATE TABLE IF NOT EXISTS ${NAME}_rows (
      order_id text NOT NULL, key text NOT NULL, status text NOT NULL, happened_at timestamptz NOT NULL,
      refund integer NOT NULL, PRIMARY KEY (order_id, key))`,
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: ORDER_TYPES,
  values,
  receive,
});
