/**
 * Bug: there is a line for every webhook, with its type and the answer, and none says which one it was. A lost
 * one cannot be told from one that never came. Source: article 000, what to log. Caught by: baseline/calm.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS logs_no_ids_events (id text PRIMARY KEY);
  ${stateTables('logs_no_ids')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO logs_no_ids_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'logs_no_ids', event);
    await saveIfNewer(tx, 'logs_no_ids', event);
    return { status: 200 };
  });
}

await serve({
  name: 'logs-no-ids',
  schema,
  objects: 'logs_no_ids_objects',
  effects: 'logs_no_ids_effects',
  receive,
  log: (event, status) => `webhook ${event.type} ${status}`,
});
