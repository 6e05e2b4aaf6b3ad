/**
 * Bug: "answer fast" was read as "answer before anything is stored". The work goes on in memory; when it
 * fails there is a line in the log and nobody who would try again. It fails when two facts of one object are
 * at work at the same time: both count the history, and both take the same number. Source: M1, M6, M13, and
 * the second article; the race is B6. Caught by: order/concurrent.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS forget_events (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS forget_history (
    object_id text NOT NULL, number integer NOT NULL, status text NOT NULL, PRIMARY KEY (object_id, number));
  ${stateTables('forget')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  setImmediate(() => {
    handle(event, db).catch((error: unknown) => {
      process.stderr.write(`job for ${event.id} failed: ${String(error)}\n`);
    });
  });
  return { status: 200 };
}

function handle(event: WebhookEvent, db: Pool): Promise<void> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO forget_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return;

    const last = await tx.query<{ number: number | null }>(
      'SELECT max(number) AS number FROM forget_history WHERE object_id = $1',
      [event.objectId],
    );
    await tx.query('INSERT INTO forget_history (object_id, number, status) VALUES ($1, $2, $3)', [
      event.objectId,
      (last.rows[0]?.number ?? 0) + 1,
      event.status,
    ]);
    await addEffect(tx, 'forget', event);
    await saveIfNewer(tx, 'forget', event);
  });
}

await serve({
  name: 'ack-then-forget',
  schema,
  objects: 'forget_objects',
  effects: 'forget_effects',
  receive,
});
