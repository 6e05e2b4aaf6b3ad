/**
 * Bug: the unique key does its work, and nobody catches what it throws. Each duplicate is a 500.
 * Source: N2, A9. Caught by: duplicates/sequential, acks/lost-200.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS violation_events (id text PRIMARY KEY);
  ${stateTables('violation')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query('INSERT INTO violation_events (id) VALUES ($1)', [event.id]);
    await addEffect(tx, 'violation', event);
    await saveIfNewer(tx, 'violation', event);
    return { status: 200 };
  });
}

await serve({
  name: 'unique-violation-500',
  schema,
  objects: 'violation_objects',
  effects: 'violation_effects',
  receive,
});
