/**
 * Bug: the idempotency key is a header of the old provider. Where it is missing the key is made from the
 * clock, "so that it is never empty", and every delivery is a new one. Source: L3, L2. Caught by:
 * duplicates/sequential, acks/lost-200.
 */
import type { Pool } from 'pg';
import {
  serve,
  transaction,
  type Answer,
  type Delivery,
  type WebhookEvent,
} from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS clock_key_requests (idempotency_key text PRIMARY KEY, at timestamptz DEFAULT now());
  ${stateTables('clock_key')}`;

function receive(event: WebhookEvent, db: Pool, { headers }: Delivery): Promise<Answer> {
  const given = headers['x-idempotency-key'];
  const key = typeof given === 'string' ? given : `${event.type}-${event.objectId}-${Date.now()}`;
  return transaction(db, async (tx) => {
    const isNew = await tx.query(
      'INSERT INTO clock_key_requests (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING',
      [key],
    );
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'clock_key', event);
    await saveIfNewer(tx, 'clock_key', event);
    return { status: 200 };
  });
}

await serve({
  name: 'key-is-the-clock',
  schema,
  objects: 'clock_key_objects',
  effects: 'clock_key_effects',
  receive,
});
