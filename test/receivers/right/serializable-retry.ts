/**
 * Right: it reads and decides in code without a lock, and lets SERIALIZABLE find out when that was wrong. A
 * transaction that lost is run again; after five it gives up with a 503 (and no `Retry-After`), having
 * changed nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect } from '../state.ts';

const TRIES = 5;
/** Lost against another transaction: serialization failure, deadlock, and a key that came while we looked. */
const LOST = new Set(['40001', '40P01', '23505']);

interface Known {
  readonly version: number | null;
  readonly changed_at: Date;
}

const schema = `
  CREATE TABLE IF NOT EXISTS serial_events (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS serial_objects (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS serial_effects (kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL);`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      await transaction(db, (tx) => handle(event, tx), 'BEGIN ISOLATION LEVEL SERIALIZABLE');
      return { status: 200 };
    } catch (error) {
      if (!(error instanceof DatabaseError) || !LOST.has(error.code ?? '')) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
  return { status: 503, body: { error: 'too busy' } };
}

async function handle(event: WebhookEvent, tx: PoolClient): Promise<void> {
  const seen = await tx.query('SELECT 1 FROM serial_events WHERE id = $1', [event.id]);
  if (seen.rowCount !== 0) return;
  await tx.query('INSERT INTO serial_events (id) VALUES ($1)', [event.id]);
  await addEffect(tx, 'serial', event);

  const { rows } = await tx.query<Known>('SELECT version, changed_at FROM serial_objects WHERE id = $1', [
    event.objectId,
  ]);
  const values = [event.objectId, event.status, event.version, event.createdAt];
  if (rows[0] === undefined) {
    await tx.query(
      'INSERT INTO serial_objects (id, status, version, changed_at) VALUES ($1, $2, $3, $4)',
      values,
    );
  } else if (isNewer(event, rows[0])) {
    await tx.query(
      'UPDATE serial_objects SET status = $2, version = $3, changed_at = $4 WHERE id = $1',
      values,
    );
  }
}

function isNewer(event: WebhookEvent, known: Known): boolean {
  if (event.version !== null && known.version !== null) return event.version > known.version;
  return new Date(event.createdAt) > known.changed_at;
}

await serve({
  name: 'serializable-retry',
  schema,
  objects: 'serial_objects',
  effects: 'serial_effects',
  receive,
});
