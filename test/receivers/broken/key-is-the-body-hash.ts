/** Wrong: an event is known by the hash of its bytes. Written otherwise on a retry it is another one (L1). */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  serve,
  transaction,
  type Answer,
  type Delivery,
  type WebhookEvent,
} from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `CREATE TABLE IF NOT EXISTS body_hashes (hash text PRIMARY KEY); ${stateTables('body_hash')}`;

function receive(event: WebhookEvent, db: Pool, { rawBody }: Delivery): Promise<Answer> {
  const hash = createHash('sha256').update(rawBody).digest('hex');
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO body_hashes VALUES ($1) ON CONFLICT DO NOTHING', [hash]);
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'body_hash', event);
    await saveIfNewer(tx, 'body_hash', event);
    return { status: 200 };
  });
}

await serve({
  name: 'key-is-the-body-hash',
  schema,
  objects: 'body_hash_objects',
  effects: 'body_hash_effects',
  receive,
});
