/**
 * Bug: everything that comes in is printed as it is, while the integration is young, and stays. Whoever can read
 * the log can read addresses and documents of customers, and signatures that are still valid. Source: article
 * 000, what to log. Caught by: baseline/calm.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS logs_request_events (id text PRIMARY KEY);
  ${stateTables('logs_request')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO logs_request_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'logs_request', event);
    await saveIfNewer(tx, 'logs_request', event);
    return { status: 200 };
  });
}

await serve({
  name: 'logs-the-request',
  schema,
  objects: 'logs_request_objects',
  effects: 'logs_request_effects',
  receive,
  log: (_event, status, { headers, rawBody }) =>
    `${status} ${JSON.stringify(headers)} ${rawBody.toString('utf8')}`,
});
