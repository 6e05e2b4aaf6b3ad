/**
 * Bug: no memory of events. The state looks idempotent because it is set, not added to; the ledger is added
 * to, and a second delivery adds again. Source: A1, A8, A10. Caught by: duplicates/sequential,
 * duplicates/concurrent.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await saveIfNewer(tx, 'shop', event);
    await addEffect(tx, 'shop', event);
    return { status: 200 };
  });
}

await serve({
  name: 'no-dedupe',
  schema: stateTables('shop'),
  objects: 'shop_objects',
  effects: 'shop_effects',
  receive,
});
