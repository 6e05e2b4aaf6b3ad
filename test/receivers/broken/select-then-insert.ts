/**
 * Bug: "is it known?" and "now it is known" are two statements, and the index on the id is not unique. Two
 * copies in flight both pass. The transaction does not help. Source: B1, B3, B4. Caught by:
 * duplicates/concurrent.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS sti_events (id text NOT NULL, processed_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS sti_events_id ON sti_events (id);
  ${stateTables('sti')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const processed = await db.query('SELECT 1 FROM sti_events WHERE id = $1', [event.id]);
  if (processed.rowCount !== 0) return { status: 200, body: { message: 'already processed' } };

  await transaction(db, async (tx) => {
    await addEffect(tx, 'sti', event);
    await saveIfNewer(tx, 'sti', event);
    await tx.query('INSERT INTO sti_events (id) VALUES ($1)', [event.id]);
  });
  return { status: 200 };
}

await serve({ name: 'select-then-insert', schema, objects: 'sti_objects', effects: 'sti_effects', receive });
