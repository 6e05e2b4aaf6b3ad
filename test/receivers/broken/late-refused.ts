/**
 * Bug: an event that does not fit to the status of the payment is an error of the sender, so it gets a 422.
 * What comes late never fits; it is sent again until the provider gives up, or switches the endpoint off.
 * Source: N4. Caught by: order/reversed.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS strict_events (id text PRIMARY KEY);
  ${stateTables('strict')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  try {
    return await transaction(db, async (tx) => {
      const isNew = await tx.query('INSERT INTO strict_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
        event.id,
      ]);
      if (isNew.rowCount === 0) return { status: 200 };
      if (!(await saveIfNewer(tx, 'strict', event))) throw new IllegalTransition();
      await addEffect(tx, 'strict', event);
      return { status: 200 };
    });
  } catch (error) {
    if (error instanceof IllegalTransition) return { status: 422, body: { error: 'illegal transition' } };
    throw error;
  }
}

class IllegalTransition extends Error {}

await serve({
  name: 'late-refused',
  schema,
  objects: 'strict_objects',
  effects: 'strict_effects',
  receive,
});
