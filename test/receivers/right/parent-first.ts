/**
 * Right: an object is born with its first fact (`pending`, `sent`). Until that has arrived, everything else
 * about it is answered 404 and nothing is remembered, so the provider's retry finds it in order.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const FIRST = new Set(['pending', 'sent']);

const schema = `
  CREATE TABLE IF NOT EXISTS parent_first_events (id text PRIMARY KEY);
  ${stateTables('parent_first')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!FIRST.has(event.status)) {
      const parent = await tx.query('SELECT 1 FROM parent_first_objects WHERE id = $1', [event.objectId]);
      if (parent.rowCount === 0) return { status: 404, body: { error: 'unknown object' } };
    }
    const isNew = await tx.query('INSERT INTO parent_first_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'parent_first', event);
    await saveIfNewer(tx, 'parent_first', event);
    return { status: 200 };
  });
}

await serve({
  name: 'parent-first',
  schema,
  objects: 'parent_first_objects',
  effects: 'parent_first_effects',
  receive,
});
