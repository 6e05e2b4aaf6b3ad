/**
 * Bug: "something is new if the status differs from ours". That needs no table of events, and it survives a
 * repeat of the latest one. A repeat of an *older* one differs, so it is booked again and the state goes
 * back. Source: A7, E7, J7. Caught by: duplicates/after-schedule.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, stateTables } from '../state.ts';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    // Also the lock: a concurrent copy waits here and then finds the same status.
    const changed = await tx.query(
      `INSERT INTO stale_objects AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
         WHERE known.status <> excluded.status`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    if (changed.rowCount === 1) await addEffect(tx, 'stale', event);
    return { status: 200 };
  });
}

await serve({
  name: 'stale-as-new',
  schema: stateTables('stale'),
  objects: 'stale_objects',
  effects: 'stale_effects',
  receive,
});
