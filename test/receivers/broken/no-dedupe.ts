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
    await saveIfNewer(tx, 'no_dedupe', event);
    await addEffect(tx, 'no_dedupe', event);
    return { status: 200 };
  });
}

await serve({
  name: 'no-dedupe',
  schema: stateTables('no_dedupe'),
  objects: 'no_dedupe_objects',
  effects: 'no_dedupe_effects',
  receive,
});
