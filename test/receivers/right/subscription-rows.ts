/** Right: one row per subscription, the newest snapshot wins as a whole, and access is asked of all rows of the customer. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import {
  addEffectOf,
  bookTables,
  IS_NEWER,
  isNewEvent,
  jsonOf,
  SUBSCRIPTION_TYPES,
  textOf,
} from '../books.ts';

const NAME = 'subscription_rows';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    if (event.status !== 'incomplete') await addEffectOf(tx, NAME, 'provisioning', event);
    await tx.query(
      `INSERT INTO ${NAME}_objects AS known (id, status, version, changed_at, customer, plan, items)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, version = excluded.version,
         changed_at = excluded.changed_at, plan = excluded.plan, items = excluded.items
       WHERE ${IS_NEWER}`,
      [
        ...[event.objectId, event.status, event.version, event.createdAt],
        ...[textOf(event, 'customer'), textOf(event, 'plan'), jsonOf(event, 'items')],
      ],
    );
    return { status: 200 };
  });
}

async function values(db: Pool, objectId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(
    `SELECT plan, items, EXISTS (
       SELECT 1 FROM ${NAME}_objects other WHERE other.customer = own.customer AND other.status = 'active'
     ) AS entitled FROM ${NAME}_objects own WHERE id = $1`,
    [objectId],
  );
  return rows[0];
}

await serve({
  name: 'subscription-rows',
  schema: bookTables(NAME, ', customer text NOT NULL, plan text NOT NULL, items jsonb NOT NULL'),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: SUBSCRIPTION_TYPES,
  values,
  receive,
});
