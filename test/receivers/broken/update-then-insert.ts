/** Wrong (I1): an update that finds no row is taken all the same, and the insert that comes later knows only "incomplete". */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, SUBSCRIPTION_TYPES } from '../books.ts';

const NAME = 'update_then_insert';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    const row = [event.objectId, event.status, event.version, event.createdAt];
    if (event.type === 'subscription.created') {
      await tx.query(
        `INSERT INTO ${NAME}_objects (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO NOTHING`,
        row,
      );
      return { status: 200 };
    }
    await addEffectOf(tx, NAME, 'provisioning', event);
    await tx.query(
      `UPDATE ${NAME}_objects SET status = $2, version = $3, changed_at = $4
       WHERE id = $1 AND (version < $3 OR changed_at < $4)`,
      row,
    );
    return { status: 200 };
  });
}

await serve({
  name: 'update-then-insert',
  schema: bookTables(NAME),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: SUBSCRIPTION_TYPES,
  receive,
});
