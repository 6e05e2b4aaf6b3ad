/**
 * Bug: whatever arrives last is the state. Duplicates are handled well, which makes it look careful.
 * Source: E1, E2, E3. Caught by: order/reversed, order/late-straggler.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS arrival_events (id text PRIMARY KEY);
  ${stateTables('arrival')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO arrival_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    await addEffect(tx, 'arrival', event);
    await tx.query(
      `INSERT INTO arrival_objects (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    return { status: 200 };
  });
}

await serve({
  name: 'arrival-order-wins',
  schema,
  objects: 'arrival_objects',
  effects: 'arrival_effects',
  receive,
});
