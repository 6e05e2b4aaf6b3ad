/**
 * Bug: the inbox is filled by an upsert, so that a retry heals a row that was written in part. The upsert
 * sets the row back to `pending`, and the worker does the work again. Source: J7. Caught by:
 * duplicates/sequential, duplicates/after-schedule.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';
import { startWorker } from '../worker.ts';

const EVERY_MS = 50;

const schema = `
  CREATE TABLE IF NOT EXISTS set_back_inbox (
    event_id text PRIMARY KEY, body jsonb NOT NULL, state text NOT NULL, received_at timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS set_back_pending ON set_back_inbox (received_at) WHERE state = 'pending';
  ${stateTables('set_back')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  await db.query(
    `INSERT INTO set_back_inbox (event_id, body, state, received_at) VALUES ($1, $2, 'pending', now())
     ON CONFLICT (event_id) DO UPDATE SET body = excluded.body, state = 'pending', received_at = now()`,
    [event.id, JSON.stringify(event)],
  );
  return { status: 202 };
}

function work(db: Pool): Promise<void> {
  return transaction(db, async (tx) => {
    const batch = await tx.query<{ body: WebhookEvent }>(
      `SELECT body FROM set_back_inbox WHERE state = 'pending' ORDER BY received_at LIMIT 500
       FOR UPDATE SKIP LOCKED`,
    );
    for (const { body: event } of batch.rows) {
      await addEffect(tx, 'set_back', event);
      await saveIfNewer(tx, 'set_back', event);
      await tx.query(`UPDATE set_back_inbox SET state = 'done' WHERE event_id = $1`, [event.id]);
    }
  });
}

await serve({
  name: 'inbox-set-back',
  schema,
  objects: 'set_back_objects',
  effects: 'set_back_effects',
  receive,
  start: (db) => startWorker(EVERY_MS, () => work(db)),
});
