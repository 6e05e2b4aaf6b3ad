/**
 * Bug: a status may only move up, except from `failed`: a message that failed is sent again by a button, and
 * then has to leave that status. So does one whose own `sent` comes late, and the error is gone. Source: E2.
 * Caught by: order/reversed with the message lifecycle, where a message fails.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, stateTables } from '../state.ts';

const RANK: ReadonlyMap<string, number> = new Map([
  ['sent', 1],
  ['delivered', 2],
  ['read', 3],
  ['failed', 4],
]);

const schema = `
  CREATE TABLE IF NOT EXISTS ticks_events (id text PRIMARY KEY);
  ${stateTables('ticks')}
  ALTER TABLE ticks_objects ADD COLUMN IF NOT EXISTS rank integer NOT NULL DEFAULT 0;`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO ticks_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    await addEffect(tx, 'ticks', event);
    await tx.query(
      `INSERT INTO ticks_objects AS known (id, status, version, changed_at, rank) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at,
             rank = excluded.rank
         WHERE known.rank < excluded.rank OR known.status = 'failed'`,
      [event.objectId, event.status, event.version, event.createdAt, RANK.get(event.status) ?? 0],
    );
    return { status: 200 };
  });
}

await serve({
  name: 'failed-may-become-anything',
  schema,
  objects: 'ticks_objects',
  effects: 'ticks_effects',
  receive,
});
