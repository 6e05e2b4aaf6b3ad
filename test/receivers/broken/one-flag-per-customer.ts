/** Wrong (R3): access is one flag per customer, written by whichever subscription's event came last. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, SUBSCRIPTION_TYPES, textOf } from '../books.ts';
import { saveIfNewer } from '../state.ts';

const NAME = 'one_flag_per_customer';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    if (event.status !== 'incomplete') await addEffectOf(tx, NAME, 'provisioning', event);
    if (!(await saveIfNewer(tx, NAME, event))) return { status: 200 };
    await tx.query(
      `INSERT INTO ${NAME}_customers (id, is_pro) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET is_pro = excluded.is_pro`,
      [textOf(event, 'customer'), event.status === 'active'],
    );
    return { status: 200 };
  });
}

async function values(db: Pool, _: string, ownerId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(`SELECT is_pro AS entitled FROM ${NAME}_customers WHERE id = $1`, [
    ownerId,
  ]);
  return rows[0];
}

await serve({
  name: 'one-flag-per-customer',
  schema: `${bookTables(NAME)};
    CREATE TABLE IF NOT EXISTS ${NAME}_customers (id text PRIMARY KEY, is_pro boolean NOT NULL)`,
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: SUBSCRIPTION_TYPES,
  values,
  receive,
});
