/**
 * Right: every delivery leaves an audit row, duplicates too. A table that grows with each copy is not an
 * effect.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS deliveries (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id text NOT NULL, object_id text NOT NULL,
    status text NOT NULL, duplicate boolean NOT NULL, received_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS delivered_events (id text PRIMARY KEY);
  ${stateTables('delivered')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO delivered_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    const duplicate = isNew.rowCount === 0;
    await tx.query(
      'INSERT INTO deliveries (event_id, object_id, status, duplicate) VALUES ($1, $2, $3, $4)',
      [event.id, event.objectId, event.status, duplicate],
    );
    if (duplicate) return { status: 200 };
    await addEffect(tx, 'delivered', event);
    await saveIfNewer(tx, 'delivered', event);
    return { status: 200 };
  });
}

await serve({
  name: 'history-per-delivery',
  schema,
  objects: 'delivered_objects',
  effects: 'delivered_effects',
  receive,
});
