/**
 * Bug: a duplicate is answered 409. The data is right, and the provider, which never saw the first 200,
 * tries until it gives up and disables the endpoint. Source: N1, N6, D8. Caught by: duplicates/sequential,
 * acks/lost-200.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS conflict_events (id text PRIMARY KEY);
  ${stateTables('conflict')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO conflict_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 409, body: { error: 'duplicate event' } };
    await addEffect(tx, 'conflict', event);
    await saveIfNewer(tx, 'conflict', event);
    return { status: 200 };
  });
}

await serve({
  name: 'conflict-forever',
  schema,
  objects: 'conflict_objects',
  effects: 'conflict_effects',
  receive,
});
