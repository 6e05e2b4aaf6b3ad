/**
 * Right: 202 at once, and a batch job that looks into the inbox every five seconds. Whoever judges it must
 * wait.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const EVERY_MS = 5000;

const schema = `
  CREATE TABLE IF NOT EXISTS slow_worker_inbox (
    id text PRIMARY KEY, body jsonb NOT NULL, received_at timestamptz NOT NULL DEFAULT now(), done_at timestamptz);
  CREATE INDEX IF NOT EXISTS slow_worker_todo ON slow_worker_inbox (received_at) WHERE done_at IS NULL;
  ${stateTables('slow_worker')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  await db.query('INSERT INTO slow_worker_inbox (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    event.id,
    JSON.stringify(event),
  ]);
  return { status: 202, body: { queued: true } };
}

function startWorker(db: Pool): () => Promise<void> {
  const stop = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      await processBatch(db).catch((error: unknown) => {
        process.stderr.write(`batch failed, again in five seconds: ${String(error)}\n`);
      });
    }
  };
  const ended = loop();
  return () => {
    stop.abort();
    return ended;
  };
}

/** The whole batch or nothing of it. */
function processBatch(db: Pool): Promise<void> {
  return transaction(db, async (tx) => {
    const batch = await tx.query<{ body: WebhookEvent }>(
      'SELECT body FROM slow_worker_inbox WHERE done_at IS NULL ORDER BY received_at LIMIT 5000 FOR UPDATE SKIP LOCKED',
    );
    for (const { body: event } of batch.rows) {
      await addEffect(tx, 'slow_worker', event);
      await saveIfNewer(tx, 'slow_worker', event);
      await tx.query('UPDATE slow_worker_inbox SET done_at = now() WHERE id = $1', [event.id]);
    }
  });
}

await serve({
  name: 'slow-worker',
  schema,
  objects: 'slow_worker_objects',
  effects: 'slow_worker_effects',
  receive,
  start: startWorker,
});
