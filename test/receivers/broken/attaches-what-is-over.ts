/**
 * Wrong (H1): a canceled subscription leaves its customer's account empty, and an account that holds none
 * takes any subscription that an event speaks of, one that is over too.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, SUBSCRIPTION_TYPES, textOf } from '../books.ts';
import { saveIfNewer } from '../state.ts';

const NAME = 'attaches_what_is_over';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    if (event.status !== 'incomplete') await addEffectOf(tx, NAME, 'provisioning', event);
    await saveIfNewer(tx, NAME, event);
    const customer = textOf(event, 'customer');
    if (event.status === 'canceled') {
      await tx.query(
        `UPDATE ${NAME}_accounts SET held = NULL, active = false WHERE customer = $1 AND held = $2`,
        [customer, event.objectId],
      );
      return { status: 200 };
    }
    await tx.query(
      `INSERT INTO ${NAME}_accounts AS known (customer, held, active) VALUES ($1, $2, $3)
       ON CONFLICT (customer) DO UPDATE SET held = excluded.held, active = excluded.active OR known.active
       WHERE known.held IS NULL OR known.held = excluded.held`,
      [customer, event.objectId, event.status === 'active'],
    );
    return { status: 200 };
  });
}

async function values(db: Pool, _: string, ownerId: string): Promise<object | undefined> {
  const { rows } = await db.query<object>(
    `SELECT active AS entitled FROM ${NAME}_accounts WHERE customer = $1`,
    [ownerId],
  );
  return rows[0];
}

await serve({
  name: 'attaches-what-is-over',
  schema: `${bookTables(NAME)};
    CREATE TABLE IF NOT EXISTS ${NAME}_accounts (customer text PRIMARY KEY, held text, active boolean NOT NULL)`,
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: SUBSCRIPTION_TYPES,
  values,
  receive,
});
