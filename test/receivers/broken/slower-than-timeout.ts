/**
 * Bug: the invoice is rendered before the answer, and that takes longer than the provider waits. Nothing is
 * done twice; every event is sent again and again all the same. Source: A3, O11. Caught by: baseline/calm,
 * where the timeout of the provider is shorter than SLOW_MS.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const SLOW_MS = Number(process.env['SLOW_MS'] ?? 1500);

const schema = `
  CREATE TABLE IF NOT EXISTS slower_events (id text PRIMARY KEY);
  ${stateTables('slower')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  await renderInvoice();
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO slower_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'slower', event);
    await saveIfNewer(tx, 'slower', event);
    return { status: 200 };
  });
}

async function renderInvoice(): Promise<void> {
  await sleep(SLOW_MS);
}

await serve({
  name: 'slower-than-timeout',
  schema,
  objects: 'slower_objects',
  effects: 'slower_effects',
  receive,
});
