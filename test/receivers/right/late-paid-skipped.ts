/**
 * Right: what was overtaken is history and has no effect any more ("your parcel is on its way" after it was
 * delivered). An event of the same instant is not older, so it still counts.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS late_skipped_events (id text PRIMARY KEY);
  ${stateTables('late_skipped')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO late_skipped_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    const current = await tx.query(
      `INSERT INTO late_skipped_objects AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
         WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL
                    THEN known.changed_at <= excluded.changed_at
                    ELSE known.version <= excluded.version END`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    if (current.rowCount === 1) await addEffect(tx, 'late_skipped', event);
    return { status: 200 };
  });
}

await serve({
  name: 'late-paid-skipped',
  schema,
  objects: 'late_skipped_objects',
  effects: 'late_skipped_effects',
  receive,
});
