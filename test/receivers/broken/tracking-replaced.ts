/** Wrong (E4): the status has a guard, but the list of tracking numbers is that of whichever event came last. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, jsonOf, ORDER_TYPES } from '../books.ts';
import { saveIfNewer } from '../state.ts';

const NAME = 'tracking_replaced';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    if (['paid', 'returned'].includes(event.status)) await addEffectOf(tx, NAME, 'receipt', event);
    await saveIfNewer(tx, NAME, event);
    await tx.query(`UPDATE ${NAME}_objects SET tracking = $2 WHERE id = $1`, [
      event.objectId,
      jsonOf(event, 'trackingNumbers'),
    ]);
    return { status: 200 };
  });
}

async function values(db: Pool, objectId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(
    `SELECT tracking AS "trackingNumbers" FROM ${NAME}_objects WHERE id = $1`,
    [objectId],
  );
  return rows[0];
}

await serve({
  name: 'tracking-replaced',
  schema: bookTables(NAME, ', tracking jsonb'),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: ORDER_TYPES,
  values,
  receive,
});
