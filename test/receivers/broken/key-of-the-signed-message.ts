/**
 * Bug: the key is what the provider signs, `id.timestamp`, because "that is what identifies a message". The
 * timestamp is that of the attempt, so a retry a second later is a new message. Source: L4. Caught by:
 * duplicates/after-schedule.
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
  CREATE TABLE IF NOT EXISTS signed_messages (message_id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
  ${stateTables('signed')}`;

function receive(event: WebhookEvent, db: Pool, { headers }: Delivery): Promise<Answer> {
  const messageId = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}`;
  return transaction(db, async (tx) => {
    const isNew = await tx.query(
      'INSERT INTO signed_messages (message_id) VALUES ($1) ON CONFLICT DO NOTHING',
      [messageId],
    );
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'signed', event);
    await saveIfNewer(tx, 'signed', event);
    return { status: 200 };
  });
}

await serve({
  name: 'key-of-the-signed-message',
  schema,
  objects: 'signed_objects',
  effects: 'signed_effects',
  receive,
});
