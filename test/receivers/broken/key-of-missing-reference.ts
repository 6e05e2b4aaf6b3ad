/**
 * Bug: an entry is unique by the shop's reference and its type, which is a fine key. Payments made elsewhere
 * have no reference; an empty text is one too, and the second such payment is taken for a duplicate of the
 * first. Source: L2, L3. Caught by: baseline/calm.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';
import { saveIfNewer } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS reference_objects (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS reference_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_reference text NOT NULL, entry_type text NOT NULL,
    payment_id text NOT NULL, event_id text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL,
    UNIQUE (order_reference, entry_type));
  CREATE OR REPLACE VIEW reference_entries_seen AS
    SELECT 'ledger' AS kind, event_id, payment_id AS object_id FROM reference_entries`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const entry = entryOf(event);
    if (entry !== undefined) {
      const { order_reference: reference } = event.data;
      await tx.query(
        `INSERT INTO reference_entries (order_reference, entry_type, payment_id, event_id, amount_cents, currency)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (order_reference, entry_type) DO NOTHING`,
        [reference ?? '', entry.type, event.objectId, event.id, entry.amount, entry.currency],
      );
    }
    await saveIfNewer(tx, 'reference', event);
    return { status: 200 };
  });
}

await serve({
  name: 'key-of-missing-reference',
  schema,
  objects: 'reference_objects',
  effects: 'reference_entries_seen',
  receive,
});
