/** Wrong (H4): the end of a subscription deletes all sessions of its customer, whichever subscription they belong to. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, SUBSCRIPTION_TYPES, textOf } from '../books.ts';
import { saveIfNewer } from '../state.ts';

const NAME = 'end_takes_all';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    if (event.status !== 'incomplete') await addEffectOf(tx, NAME, 'provisioning', event);
    if (!(await saveIfNewer(tx, NAME, event))) return { status: 200 };
    const customer = textOf(event, 'customer');
    if (event.status === 'canceled')
      await tx.query(`DELETE FROM ${NAME}_sessions WHERE customer = $1`, [customer]);
    if (event.status === 'active')
      await tx.query(`INSERT INTO ${NAME}_sessions (customer, object_id) VALUES ($1, $2)`, [
        customer,
        event.objectId,
      ]);
    return { status: 200 };
  });
}

async function values(db: Pool, _: string, ownerId: string): Promise<object> {
  const { rowCount } = await db.query(`SELECT 1 FROM ${NAME}_sessions WHERE customer = $1`, [ownerId]);
  return { entitled: rowCount !== 0 };
}

await serve({
  name: 'end-takes-all',
  schema: `${bookTables(NAME)};
    CREATE TABLE IF NOT EXISTS ${NAME}_sessions (customer text NOT NULL, object_id text NOT NULL)`,
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: SUBSCRIPTION_TYPES,
  values,
  receive,
});
