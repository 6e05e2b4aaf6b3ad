/**
 * Right: select, then insert, with no unique index to help. It looks like the classic race and is none,
 * because an advisory lock lets one webhook of an object in at a time. The lock comes before the first
 * SELECT and ends with the transaction, so whoever gets it sees everything that the one before has
 * committed.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect } from '../state.ts';

interface Known {
  readonly version: number | null;
  readonly changed_at: Date;
}

const schema = `
  CREATE TABLE IF NOT EXISTS advisory_events (id text NOT NULL);
  CREATE TABLE IF NOT EXISTS advisory_objects (
    id text NOT NULL, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS advisory_effects (
    kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL);`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('advisory ' || $1, 0))`, [event.objectId]);

    const seen = await tx.query('SELECT 1 FROM advisory_events WHERE id = $1', [event.id]);
    if (seen.rowCount !== 0) return { status: 200 };
    await tx.query('INSERT INTO advisory_events (id) VALUES ($1)', [event.id]);
    await addEffect(tx, 'advisory', event);

    const { rows } = await tx.query<Known>('SELECT version, changed_at FROM advisory_objects WHERE id = $1', [
      event.objectId,
    ]);
    const values = [event.objectId, event.status, event.version, event.createdAt];
    if (rows[0] === undefined) {
      await tx.query(
        'INSERT INTO advisory_objects (id, status, version, changed_at) VALUES ($1, $2, $3, $4)',
        values,
      );
    } else if (isNewer(event, rows[0])) {
      await tx.query(
        'UPDATE advisory_objects SET status = $2, version = $3, changed_at = $4 WHERE id = $1',
        values,
      );
    }
    return { status: 200 };
  });
}

function isNewer(event: WebhookEvent, known: Known): boolean {
  if (event.version !== null && known.version !== null) return event.version > known.version;
  return new Date(event.createdAt) > known.changed_at;
}

await serve({
  name: 'advisory-lock',
  schema,
  objects: 'advisory_objects',
  effects: 'advisory_effects',
  receive,
});
