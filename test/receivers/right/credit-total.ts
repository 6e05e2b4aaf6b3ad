/** Right: the database adds to the total, in the transaction that takes the event's id. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, CREDIT_TYPES, isNewEvent, numberOf } from '../books.ts';

const NAME = 'credit_total';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    const amount = numberOf(event, 'amount') * (event.type === 'credit.spent' ? -1 : 1);
    await addEffectOf(tx, NAME, 'entry', event);
    await tx.query(
      `INSERT INTO ${NAME}_objects AS known (id, status, version, changed_at, balance, movements)
       VALUES ($1, $2, $3, $4, $5, 1)
       ON CONFLICT (id) DO UPDATE SET balance = known.balance + excluded.balance, movements = known.movements + 1`,
      [event.objectId, event.status, event.version, event.createdAt, amount],
    );
    return { status: 200 };
  });
}

async function values(db: Pool, objectId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(`SELECT balance, movements FROM ${NAME}_objects WHERE id = $1`, [
    objectId,
  ]);
  return rows[0];
}

await serve({
  name: 'credit-total',
  schema: bookTables(NAME, ', balance integer NOT NULL, movements integer NOT NULL'),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: CREDIT_TYPES,
  values,
  receive,
});
