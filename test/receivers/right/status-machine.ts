/**
 * Right: no version and no clock. One conditional UPDATE names the states from which the new one may be
 * reached, however many steps were skipped; no row changed means that the object is already further.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect } from '../state.ts';

const REACHED_FROM: ReadonlyMap<string, readonly string[]> = new Map([
  ['paid', ['pending', 'failed']],
  ['refunded', ['pending', 'failed', 'paid']],
  ['chargeback', ['pending', 'failed', 'paid']],
  ['cancelled', ['pending']],
  ['failed', ['pending', 'sent']],
  ['delivered', ['sent']],
  ['read', ['sent', 'delivered']],
]);

const schema = `
  CREATE TABLE IF NOT EXISTS machine_events (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS machine_objects (id text PRIMARY KEY, status text NOT NULL, version integer);
  CREATE TABLE IF NOT EXISTS machine_effects (kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL);`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO machine_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    await addEffect(tx, 'machine', event);
    const created = await tx.query(
      'INSERT INTO machine_objects (id, status, version) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [event.objectId, event.status, event.version],
    );
    if (created.rowCount === 0) {
      await tx.query(
        'UPDATE machine_objects SET status = $2, version = $3 WHERE id = $1 AND status = ANY ($4)',
        [event.objectId, event.status, event.version, REACHED_FROM.get(event.status) ?? []],
      );
    }
    return { status: 200 };
  });
}

await serve({
  name: 'status-machine',
  schema,
  objects: 'machine_objects',
  effects: 'machine_effects',
  receive,
});
