/**
 * Right: an event is known by what it says, not by its id and not by its bytes: a hash over type, object, status, version and
 * instant. The same fact in other bytes or under another id is known.
 */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `CREATE TABLE IF NOT EXISTS meanings (hash text PRIMARY KEY); ${stateTables('meaning')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const { type, objectId, status, version, createdAt } = event;
  const hash = createHash('sha256')
    .update(JSON.stringify([type, objectId, status, version, Date.parse(createdAt)]))
    .digest('hex');
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO meanings VALUES ($1) ON CONFLICT DO NOTHING', [hash]);
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'meaning', event);
    await saveIfNewer(tx, 'meaning', event);
    return { status: 200 };
  });
}

await serve({
  name: 'key-is-the-meaning',
  schema,
  objects: 'meaning_objects',
  effects: 'meaning_effects',
  receive,
});
