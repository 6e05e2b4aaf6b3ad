/**
 * Right: 202 at once, and a job that wakes every 400 ms and handles only the newest event of each object: what was overtaken
 * while it lay in the inbox is dropped, effect and all. Facts that are seconds apart are each handled by themselves.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const EVERY_MS = 400;

const schema = `
  CREATE TABLE IF NOT EXISTS coalescing_inbox (
    id text PRIMARY KEY, object_id text NOT NULL, body jsonb NOT NULL, received_at timestamptz NOT NULL DEFAULT now(),
    done_at timestamptz);
  CREATE INDEX IF NOT EXISTS coalescing_todo ON coalescing_inbox (received_at) WHERE done_at IS NULL;
  ${stateTables('coalescing')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  await db.query(
    'INSERT INTO coalescing_inbox (id, object_id, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [event.id, event.objectId, JSON.stringify(event)],
  );
  return { status: 202, body: { queued: true } };
}

function startWorker(db: Pool): () => Promise<void> {
  const stop = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      await processBatch(db).catch((error: unknown) => {
        process.stderr.write(`batch failed, again at the next wake-up: ${String(error)}\n`);
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
      'SELECT body FROM coalescing_inbox WHERE done_at IS NULL ORDER BY received_at LIMIT 5000 FOR UPDATE SKIP LOCKED',
    );
    const newest = new Map<string, WebhookEvent>();
    for (const { body: event } of batch.rows) {
      const other = newest.get(event.objectId);
      if (other === undefined || isNewer(event, other)) newest.set(event.objectId, event);
      await tx.query('UPDATE coalescing_inbox SET done_at = now() WHERE id = $1', [event.id]);
    }
    for (const event of newest.values()) {
      if (await saveIfNewer(tx, 'coalescing', event)) await addEffect(tx, 'coalescing', event);
    }
  });
}

function isNewer(left: WebhookEvent, right: WebhookEvent): boolean {
  if (left.createdAt !== right.createdAt) return left.createdAt > right.createdAt;
  return (left.version ?? 0) > (right.version ?? 0);
}

await serve({
  name: 'coalescing-worker',
  schema,
  objects: 'coalescing_objects',
  effects: 'coalescing_effects',
  receive,
  start: startWorker,
});
