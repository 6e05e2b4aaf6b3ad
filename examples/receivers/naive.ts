/**
 * Wrong, in the way of most tutorials: it verifies the signature, remembers events, and works in every demo.
 *
 * - Two copies of one event at the same time both see that it is unknown, and both do the work. Nothing in
 *   the database stops the second one.
 * - The status that arrives last wins, also when it is the older one.
 *
 * Compare with one-transaction.ts, which is hardly longer.
 */
import type { Pool } from 'pg';
import { EFFECT_OF } from './lifecycles.ts';
import { serve, type Answer, type WebhookEvent } from './server.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS naive_events (id text NOT NULL, received_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS naive_objects (id text PRIMARY KEY, status text NOT NULL, version integer);
  CREATE TABLE IF NOT EXISTS naive_effects (kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL)`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const seen = await db.query('SELECT 1 FROM naive_events WHERE id = $1', [event.id]);
  if (seen.rowCount !== 0) return { status: 200 };

  const kind = EFFECT_OF.get(event.status);
  if (kind !== undefined) {
    await db.query('INSERT INTO naive_effects (kind, event_id, object_id) VALUES ($1, $2, $3)', [
      kind,
      event.id,
      event.objectId,
    ]);
  }
  await db.query('INSERT INTO naive_events (id) VALUES ($1)', [event.id]);
  await db.query(
    `INSERT INTO naive_objects (id, status, version) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, version = excluded.version`,
    [event.objectId, event.status, event.version],
  );
  return { status: 200 };
}

await serve({
  name: 'naive',
  schema,
  objects: 'naive_objects',
  effects: 'naive_effects',
  receive,
});
