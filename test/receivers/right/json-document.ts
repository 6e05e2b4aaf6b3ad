/** Right: instants inside texts and JSON: memos, documents, times of day. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS seen (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS documents (
    collection text NOT NULL, key text NOT NULL, status text NOT NULL, doc jsonb NOT NULL, version integer, changed_at timestamptz NOT NULL,
    PRIMARY KEY (collection, key));
  CREATE TABLE IF NOT EXISTS ledger_entries (
    payment_id text NOT NULL, webhook_id text NOT NULL, amount numeric(12,2) NOT NULL, memo text NOT NULL, time_of_day time(0) NOT NULL,
    local_text text NOT NULL, lag_s integer NOT NULL, PRIMARY KEY (payment_id, webhook_id))`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO seen VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
    if (isNew.rowCount === 0) return { status: 200 };
    const at = { [event.status]: event.createdAt };
    await tx.query(
      `INSERT INTO documents AS known VALUES ('payments', $1, $2, $3, $4, $5)
       ON CONFLICT (collection, key) DO UPDATE SET status = excluded.status, doc = known.doc || excluded.doc,
         version = excluded.version, changed_at = excluded.changed_at
         WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL THEN known.changed_at < excluded.changed_at
                    ELSE known.version < excluded.version END`,
      [event.objectId, event.status, JSON.stringify(at), event.version, event.createdAt],
    );
    const entry = entryOf(event);
    if (entry !== undefined)
      await tx.query(
        `INSERT INTO ledger_entries VALUES ($1, $2, $3::numeric / 100, $4, now()::time(0), to_char(now(), 'DD.MM.YYYY HH24:MI'),
           floor(extract(epoch FROM now() - $5::timestamptz)))`,
        [event.objectId, event.id, entry.amount, `${entry.type} of ${event.createdAt}`, event.createdAt],
      );
    return { status: 200 };
  });
}
await serve({ name: 'json-document', schema, objects: 'documents', effects: 'ledger_entries', receive });
