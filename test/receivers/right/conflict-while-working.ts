/**
 * Right: a concurrent copy is answered 409 while the first one is at work, and is taken when it comes again.
 *
 * The claim is the row lock, not the row: it goes when the transaction ends, however it ends. So a crash
 * leaves no claim behind that would refuse the event for ever.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const WORK_MS = 40;

const schema = `
  CREATE TABLE IF NOT EXISTS claim_events (id text PRIMARY KEY, done boolean NOT NULL DEFAULT false);
  ${stateTables('claim')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  await db.query('INSERT INTO claim_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ done: boolean }>(
      'SELECT done FROM claim_events WHERE id = $1 FOR UPDATE SKIP LOCKED',
      [event.id],
    );
    const claim = rows[0];
    if (claim === undefined) return { status: 409, body: { error: 'in progress' } };
    if (claim.done) return { status: 200 };

    await sleep(WORK_MS); // stands for the call to the accounting service
    await addEffect(tx, 'claim', event);
    await saveIfNewer(tx, 'claim', event);
    await tx.query('UPDATE claim_events SET done = true WHERE id = $1', [event.id]);
    return { status: 200 };
  });
}

await serve({
  name: 'conflict-while-working',
  schema,
  objects: 'claim_objects',
  effects: 'claim_effects',
  receive,
});
