/** Wrong (H5): the end of a subscription deletes its row, and a late event that does not find it is an error for ever. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, SUBSCRIPTION_TYPES } from '../books.ts';
import { saveIfNewer } from '../state.ts';

const NAME = 'deleted_and_missed';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    if (event.status !== 'incomplete') await addEffectOf(tx, NAME, 'provisioning', event);
    if (event.status === 'canceled') {
      await tx.query(`DELETE FROM ${NAME}_objects WHERE id = $1`, [event.objectId]);
      return { status: 200 };
    }
    const found = await tx.query(`SELECT 1 FROM ${NAME}_objects WHERE id = $1`, [event.objectId]);
    if (event.status === 'active' && found.rowCount === 0)
      throw new Error(`No subscription ${event.objectId}`);
    await saveIfNewer(tx, NAME, event);
    return { status: 200 };
  });
}

await serve({
  name: 'deleted-and-missed',
  schema: bookTables(NAME),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: SUBSCRIPTION_TYPES,
  receive,
});
