/** Wrong (R7): the date of payment is the time at which the webhook was handled, and a duplicate moves it. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, ORDER_TYPES } from '../books.ts';
import { saveIfNewer } from '../state.ts';

const NAME = 'paid_when_received';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await isNewEvent(tx, NAME, event);
    if (isNew && ['paid', 'returned'].includes(event.status)) await addEffectOf(tx, NAME, 'receipt', event);
    if (isNew) await saveIfNewer(tx, NAME, event);
    if (event.status === 'paid')
      await tx.query(`UPDATE ${NAME}_objects SET paid_at = clock_timestamp() WHERE id = $1`, [
        event.objectId,
      ]);
    return { status: 200 };
  });
}

async function values(db: Pool, objectId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(`SELECT paid_at AS "paidAt" FROM ${NAME}_objects WHERE id = $1`, [
    objectId,
  ]);
  return rows[0];
}

await serve({
  name: 'paid-when-received',
  schema: bookTables(NAME, ', paid_at timestamptz'),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: ORDER_TYPES,
  values,
  receive,
});
