/**
 * Bug: the event id is the id of the job, which a queue takes only once: as long as the job is there. Done
 * jobs are removed, so that the queue stays small, and with them goes the memory. Source: K6. Caught by:
 * duplicates/sequential, acks/lost-200.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';
import { startWorker } from '../worker.ts';

const EVERY_MS = 50;

const schema = `
  CREATE TABLE IF NOT EXISTS jobs (
    id text PRIMARY KEY, body jsonb NOT NULL, queued_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, event_id text NOT NULL,
    entry_type text NOT NULL, amount_cents bigint NOT NULL, currency char(3) NOT NULL);
  CREATE OR REPLACE VIEW ledger_entries_seen AS
    SELECT 'ledger' AS kind, event_id, payment_id AS object_id FROM ledger_entries`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  await db.query('INSERT INTO jobs (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    event.id,
    JSON.stringify(event),
  ]);
  return { status: 202 };
}

function work(db: Pool): Promise<void> {
  return transaction(db, async (tx) => {
    const batch = await tx.query<{ body: WebhookEvent }>(
      'SELECT body FROM jobs ORDER BY queued_at LIMIT 500 FOR UPDATE SKIP LOCKED',
    );
    for (const { body: event } of batch.rows) {
      const entry = entryOf(event);
      if (entry !== undefined) {
        await tx.query(
          `INSERT INTO ledger_entries (payment_id, event_id, entry_type, amount_cents, currency)
           VALUES ($1, $2, $3, $4, $5)`,
          [event.objectId, event.id, entry.type, entry.amount, entry.currency],
        );
      }
      await tx.query(
        `INSERT INTO payments AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE
           SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
           WHERE known.changed_at < excluded.changed_at`,
        [event.objectId, event.status, event.version, event.createdAt],
      );
      await tx.query('DELETE FROM jobs WHERE id = $1', [event.id]);
    }
  });
}

await serve({
  name: 'job-removed-when-done',
  schema,
  objects: 'payments',
  effects: 'ledger_entries_seen',
  receive,
  start: (db) => startWorker(EVERY_MS, () => work(db)),
});
