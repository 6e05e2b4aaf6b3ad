/**
 * Bug: there is a guard against old events, and it compares our own clock. Measured by when it came in,
 * every event is newer than the one before. Source: R7, G6, E1. Caught by: order/reversed,
 * order/late-straggler.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS clock_events (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS clock_objects (
    id text PRIMARY KEY, status text NOT NULL, version integer, updated_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS clock_effects (kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL);`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const receivedAt = new Date();
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO clock_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    await addEffect(tx, 'clock', event);
    await tx.query(
      `INSERT INTO clock_objects AS known (id, status, version, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, updated_at = excluded.updated_at
         WHERE known.updated_at <= excluded.updated_at`,
      [event.objectId, event.status, event.version, receivedAt],
    );
    return { status: 200 };
  });
}

await serve({ name: 'time-of-arrival', schema, objects: 'clock_objects', effects: 'clock_effects', receive });
