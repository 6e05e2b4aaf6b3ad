/**
 * Bug: the event is marked as processed in a statement of its own. When the work then fails (here the
 * optimistic lock finds that another fact of the object was faster) the 500 is honest, but the retry is
 * taken for a duplicate: 200, and lost. Source: J11, J2, J6, and the first article. Caught by:
 * order/concurrent.
 */
import type { Pool, PoolClient } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect } from '../state.ts';

interface Known {
  readonly status: string;
  readonly version: number | null;
  readonly changed_at: Date;
  readonly revision: number;
}

const schema = `
  CREATE TABLE IF NOT EXISTS marked_events (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS marked_objects (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL,
    revision integer NOT NULL);
  CREATE TABLE IF NOT EXISTS marked_effects (kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL);`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const isNew = await db.query('INSERT INTO marked_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
    event.id,
  ]);
  if (isNew.rowCount === 0) return { status: 200 };

  const { rows } = await db.query<Known>('SELECT * FROM marked_objects WHERE id = $1', [event.objectId]);
  const known = rows[0];
  await transaction(db, async (tx) => {
    await addEffect(tx, 'marked', event);
    if (known === undefined || isNewer(event, known)) await save(tx, event, known?.revision ?? 0);
  });
  return { status: 200 };
}

/** Optimistic locking: nobody may have saved the object since we read it. */
async function save(tx: PoolClient, event: WebhookEvent, revision: number): Promise<void> {
  const saved = await tx.query(
    `INSERT INTO marked_objects AS known (id, status, version, changed_at, revision) VALUES ($1, $2, $3, $4, 1)
     ON CONFLICT (id) DO UPDATE
       SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at,
           revision = known.revision + 1
       WHERE known.revision = $5`,
    [event.objectId, event.status, event.version, event.createdAt, revision],
  );
  if (saved.rowCount === 0) throw new Error(`${event.objectId} was saved by somebody else meanwhile`);
}

function isNewer(event: WebhookEvent, known: Known): boolean {
  if (event.version !== null && known.version !== null) return event.version > known.version;
  return new Date(event.createdAt) > known.changed_at;
}

await serve({
  name: 'dedupe-before-effect-no-tx',
  schema,
  objects: 'marked_objects',
  effects: 'marked_effects',
  receive,
});
