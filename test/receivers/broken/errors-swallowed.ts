/**
 * Bug: "always answer 200, or they disable our endpoint". Whatever goes wrong is logged, rolled back and
 * acknowledged. What goes wrong is the find-or-create of the object: of two first facts at the same time,
 * one meets the other's key. Source: M11, M12, J1, I3; the race is C8. Caught by: order/concurrent.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS swallow_events (id text PRIMARY KEY);
  ${stateTables('swallow')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  try {
    await handle(event, db);
  } catch (error) {
    process.stderr.write(`webhook ${event.id} failed: ${String(error)}\n`);
  }
  return { status: 200 };
}

function handle(event: WebhookEvent, db: Pool): Promise<void> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO swallow_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return;

    const found = await tx.query('SELECT 1 FROM swallow_objects WHERE id = $1', [event.objectId]);
    await addEffect(tx, 'swallow', event);
    if (found.rowCount === 0) {
      await tx.query(
        'INSERT INTO swallow_objects (id, status, version, changed_at) VALUES ($1, $2, $3, $4)',
        [event.objectId, event.status, event.version, event.createdAt],
      );
    } else {
      await saveIfNewer(tx, 'swallow', event);
    }
  });
}

await serve({
  name: 'errors-swallowed',
  schema,
  objects: 'swallow_objects',
  effects: 'swallow_effects',
  receive,
});
