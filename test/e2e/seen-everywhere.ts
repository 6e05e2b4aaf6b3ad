/**
 * A receiver that can be seen from everywhere: it has routes, tables, and calls the ledger at `LEDGER_URL` when there is one.
 * `WORK=once`: event id, effect and a conditional update in one transaction, calls with a key. `WORK=always`: at every delivery.
 */
import type { Pool } from 'pg';
import {
  serve,
  transaction,
  type Answer,
  type Db,
  type WebhookEvent,
} from '../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../receivers/state.ts';

const OWING = new Set(['paid', 'refunded', 'chargeback']);
const ledger = process.env['LEDGER_URL'];

async function tellLedger(event: WebhookEvent, key?: string): Promise<void> {
  if (ledger === undefined || !OWING.has(event.status)) return;
  const answer = await fetch(`${ledger}/entries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify({ payment: event.objectId, event: event.id }),
  });
  await answer.arrayBuffer();
}

async function once(event: WebhookEvent, db: Pool): Promise<Answer> {
  await transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO shop_webhooks (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return;
    await saveIfNewer(tx, 'shop', event);
    await addEffect(tx, 'shop', event);
    await tellLedger(event, event.id);
  });
  return { status: 200 };
}

async function always(event: WebhookEvent, db: Pool): Promise<Answer> {
  await save(event, db);
  await addEffect(db, 'shop', event);
  await tellLedger(event);
  return { status: 200 };
}

async function save(event: WebhookEvent, db: Db): Promise<void> {
  await db.query(
    `INSERT INTO shop_objects (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, version = excluded.version`,
    [event.objectId, event.status, event.version, event.createdAt],
  );
}

await serve({
  name: 'seen-everywhere',
  schema: `CREATE TABLE IF NOT EXISTS shop_webhooks (id text PRIMARY KEY); ${stateTables('shop')}`,
  objects: 'shop_objects',
  effects: 'shop_effects',
  receive: process.env['WORK'] === 'always' ? always : once,
});
