/**
 * Bug: what was processed is remembered by the id of the payment, not of the event ("so that we never book a
 * payment twice"). It holds for `paid`; the refund of the same payment is then taken for a duplicate.
 * Source: L1, L2, and the third article. Caught by: baseline/calm.
 */
import type { Pool } from 'pg';
import { EFFECT_OF } from '../../../examples/receivers/lifecycles.ts';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS booked (object_id text PRIMARY KEY, booked_at timestamptz NOT NULL DEFAULT now());
  ${stateTables('booked')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (EFFECT_OF.has(event.status)) {
      const isNew = await tx.query('INSERT INTO booked (object_id) VALUES ($1) ON CONFLICT DO NOTHING', [
        event.objectId,
      ]);
      if (isNew.rowCount === 0) return { status: 200, body: { message: 'already booked' } };
      await addEffect(tx, 'booked', event);
    }
    await saveIfNewer(tx, 'booked', event);
    return { status: 200 };
  });
}

await serve({
  name: 'key-is-object-id',
  schema,
  objects: 'booked_objects',
  effects: 'booked_effects',
  receive,
});
