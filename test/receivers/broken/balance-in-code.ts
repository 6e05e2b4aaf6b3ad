/** Wrong: each event is taken once, but the new balance is worked out in code from one that was read without a lock. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, CREDIT_TYPES, isNewEvent, numberOf } from '../books.ts';

const NAME = 'balance_in_code';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    const found = await tx.query<{ readonly balance: number }>(
      `SELECT balance FROM ${NAME}_objects WHERE id = $1`,
      [event.objectId],
    );
    await addEffectOf(tx, NAME, 'entry', event);
    const amount = numberOf(event, 'amount') * (event.type === 'credit.spent' ? -1 : 1);
    await tx.query(
      `INSERT INTO ${NAME}_objects (id, status, version, changed_at, balance) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET balance = excluded.balance`,
      [event.objectId, event.status, event.version, event.createdAt, (found.rows[0]?.balance ?? 0) + amount],
    );
    return { status: 200 };
  });
}

async function values(db: Pool, objectId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(`SELECT balance FROM ${NAME}_objects WHERE id = $1`, [objectId]);
  return rows[0];
}

await serve({
  name: 'balance-in-code',
  schema: bookTables(NAME, ', balance integer NOT NULL'),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: CREDIT_TYPES,
  values,
  receive,
});
