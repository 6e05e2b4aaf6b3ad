/** Wrong: the entry has a unique key, the total beside it has none and grows with every delivery. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, CREDIT_TYPES, isNewEvent, numberOf } from '../books.ts';

const NAME = 'adds_at_every_delivery';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (await isNewEvent(tx, NAME, event)) await addEffectOf(tx, NAME, 'entry', event);
    const amount = numberOf(event, 'amount') * (event.type === 'credit.spent' ? -1 : 1);
    await tx.query(
      `INSERT INTO ${NAME}_objects AS known (id, status, version, changed_at, balance)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE SET balance = known.balance + excluded.balance`,
      [event.objectId, event.status, event.version, event.createdAt, amount],
    );
    return { status: 200 };
  });
}

async function values(db: Pool, objectId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(`SELECT balance FROM ${NAME}_objects WHERE id = $1`, [objectId]);
  return rows[0];
}

await serve({
  name: 'adds-at-every-delivery',
  schema: bookTables(NAME, ', balance integer NOT NULL'),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: CREDIT_TYPES,
  values,
  receive,
});
