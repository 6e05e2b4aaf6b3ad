/**
 * Right: a payment that we hear of after its refund was a payment all the same, so the ledger gets its row.
 * The state stays where it is.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS late_applied_events (id text PRIMARY KEY);
  ${stateTables('late_applied')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await saveIfNewer(tx, 'late_applied', event);
    const isNew = await tx.query('INSERT INTO late_applied_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 1) await addEffect(tx, 'late_applied', event);
    return { status: 200 };
  });
}

await serve({
  name: 'late-paid-applied',
  schema,
  objects: 'late_applied_objects',
  effects: 'late_applied_effects',
  receive,
});
