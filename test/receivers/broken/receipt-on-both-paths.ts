/** Wrong (I6): a payment that overtakes its order issues the receipt, and so does the order when it finds itself paid. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, ORDER_TYPES } from '../books.ts';
import { saveIfNewer } from '../state.ts';

const NAME = 'receipt_on_both_paths';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    const found = await tx.query(`SELECT 1 FROM ${NAME}_objects WHERE id = $1 AND status <> 'cancelled'`, [
      event.objectId,
    ]);
    const paidBefore = event.status === 'created' && found.rowCount !== 0;
    if (paidBefore || ['paid', 'returned'].includes(event.status))
      await addEffectOf(tx, NAME, 'receipt', event);
    await saveIfNewer(tx, NAME, event);
    return { status: 200 };
  });
}

await serve({
  name: 'receipt-on-both-paths',
  schema: bookTables(NAME),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: ORDER_TYPES,
  receive,
});
