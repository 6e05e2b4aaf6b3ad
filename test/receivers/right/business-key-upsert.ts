/**
 * Right: no table of events at all. What may happen once is named by the business, (object, status), and the
 * database keeps it unique; the state is an upsert by version. Each statement can be repeated, so no
 * transaction is needed either.
 */
import type { Pool } from 'pg';
import { EFFECT_OF } from '../../../examples/receivers/lifecycles.ts';
import { serve, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { saveIfNewer } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS business_key_objects (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS business_key_effects (
    kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL, status text NOT NULL,
    UNIQUE (object_id, status));`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const kind = EFFECT_OF.get(event.status);
  if (kind !== undefined) {
    await db.query(
      `INSERT INTO business_key_effects (kind, event_id, object_id, status) VALUES ($1, $2, $3, $4)
       ON CONFLICT (object_id, status) DO NOTHING`,
      [kind, event.id, event.objectId, event.status],
    );
  }
  await saveIfNewer(db, 'business_key', event);
  return { status: 200 };
}

await serve({
  name: 'business-key-upsert',
  schema,
  objects: 'business_key_objects',
  effects: 'business_key_effects',
  receive,
});
