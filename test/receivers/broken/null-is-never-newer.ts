/**
 * Bug: the update compares versions, and an event without one is neither newer nor older: null. No row
 * changes, nobody looks at the count, the answer is 200, and from then on the payment stands still. Source:
 * G10, G9, I7. Caught by: order/same-instant, whose events carry no version.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS null_events (id text PRIMARY KEY);
  ${stateTables('null')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO null_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    await addEffect(tx, 'null', event);
    await tx.query(
      `INSERT INTO null_objects AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
         WHERE known.version < excluded.version`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    return { status: 200 };
  });
}

await serve({
  name: 'null-is-never-newer',
  schema,
  objects: 'null_objects',
  effects: 'null_effects',
  receive,
});
