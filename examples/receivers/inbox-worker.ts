/**
 * Right, and the one to copy when the work is slow or calls other services: the request only writes the
 * event down.
 *
 * The answer is sent after the row is committed, so an acknowledged event cannot be lost; a duplicate meets
 * the primary key. The worker takes one row at a time under its lock (SKIP LOCKED: more workers do not wait
 * for one another), and marks it as done in the transaction that does the work. A failure is noted and tried
 * again later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { EFFECT_OF } from './lifecycles.ts';
import { serve, transaction, type Answer, type WebhookEvent } from './server.ts';

const POLL_MS = 500;

const schema = `
  CREATE TABLE IF NOT EXISTS inbox_events (
    id text PRIMARY KEY,
    type text NOT NULL,
    object_id text NOT NULL,
    status text NOT NULL,
    version integer,
    created_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    try_after timestamptz NOT NULL DEFAULT now(),
    done_at timestamptz
  );
  CREATE INDEX IF NOT EXISTS inbox_events_due ON inbox_events (try_after) WHERE done_at IS NULL;
  CREATE TABLE IF NOT EXISTS inbox_objects (
    id text PRIMARY KEY,
    status text NOT NULL,
    version integer,
    changed_at timestamptz NOT NULL
  );
  CREATE TABLE IF NOT EXISTS inbox_effects (kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL)`;

/** What the inbox keeps of an event. */
type StoredEvent = Pick<WebhookEvent, 'id' | 'type' | 'objectId' | 'status' | 'version' | 'createdAt'>;

let bell = new AbortController();

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  await db.query(
    `INSERT INTO inbox_events (id, type, object_id, status, version, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [event.id, event.type, event.objectId, event.status, event.version, event.createdAt],
  );
  bell.abort();
  return { status: 202 };
}

/**
 * Works until it is stopped: through everything that is due, then a nap until the bell rings or the poll is
 * due.
 */
function startWorker(db: Pool): () => Promise<void> {
  const stop = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      bell = new AbortController();
      const more = await takeOne(db).catch(() => false);
      if (!more)
        await sleep(POLL_MS, undefined, { signal: AbortSignal.any([bell.signal, stop.signal]) }).catch(
          () => undefined,
        );
    }
  };
  const ended = loop();
  return () => {
    stop.abort();
    return ended;
  };
}

/** False when nothing was due. */
function takeOne(db: Pool): Promise<boolean> {
  return transaction(db, async (tx) => {
    const due = await tx.query<StoredEvent>(
      `SELECT id, type, object_id AS "objectId", status, version, created_at::text AS "createdAt" FROM inbox_events
       WHERE done_at IS NULL AND try_after <= now() ORDER BY try_after LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const event = due.rows[0];
    if (event === undefined) return false;

    await tx.query('SAVEPOINT work');
    try {
      await apply(event, tx);
      await tx.query('UPDATE inbox_events SET done_at = now() WHERE id = $1', [event.id]);
    } catch {
      await tx.query('ROLLBACK TO SAVEPOINT work');
      await tx.query(
        `UPDATE inbox_events SET tries = tries + 1, try_after = now() + least(2 ^ tries, 600) * interval '1 second'
         WHERE id = $1`,
        [event.id],
      );
    }
    return true;
  });
}

async function apply(event: StoredEvent, tx: PoolClient): Promise<void> {
  const kind = EFFECT_OF.get(event.status);
  if (kind !== undefined) {
    await tx.query('INSERT INTO inbox_effects (kind, event_id, object_id) VALUES ($1, $2, $3)', [
      kind,
      event.id,
      event.objectId,
    ]);
  }
  await tx.query(
    `INSERT INTO inbox_objects AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE
       SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
       WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL
                  THEN known.changed_at < excluded.changed_at
                  ELSE known.version < excluded.version END`,
    [event.objectId, event.status, event.version, event.createdAt],
  );
}

await serve({
  name: 'inbox-worker',
  schema,
  objects: 'inbox_objects',
  effects: 'inbox_effects',
  receive,
  start: startWorker,
});
