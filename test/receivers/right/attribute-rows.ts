/** Right: entities and attributes, each attribute with the webhook that set it; bookings are lines of a chart of accounts. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS seen (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS entities (id text PRIMARY KEY, kind text NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS attributes (entity_id text NOT NULL REFERENCES entities, name text NOT NULL, value text, set_by text NOT NULL, PRIMARY KEY (entity_id, name));
  CREATE TABLE IF NOT EXISTS money_moves (entity_id text NOT NULL REFERENCES entities, name text NOT NULL, cents bigint NOT NULL, set_by text NOT NULL, PRIMARY KEY (entity_id, name))`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO seen VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
    if (isNew.rowCount === 0) return { status: 200 };
    const saved = await tx.query(
      `INSERT INTO entities AS known VALUES ($1, 'payment', $2, $3)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at
         WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL THEN known.changed_at < excluded.changed_at
                    ELSE known.version < excluded.version END`,
      [event.objectId, event.version, event.createdAt],
    );
    if (saved.rowCount === 1) {
      const all = {
        status: event.status,
        amount: String(event.amount),
        currency: event.currency,
        [`${event.status}_at`]: event.createdAt,
      };
      for (const [name, value] of Object.entries(all))
        await tx.query(
          `INSERT INTO attributes VALUES ($1, $2, $3, $4) ON CONFLICT (entity_id, name) DO UPDATE SET value = excluded.value, set_by = excluded.set_by`,
          [event.objectId, name, value, event.id],
        );
    }
    // Every movement states what it is and the running gross; the gross is set by whoever moved money last.
    const entry = entryOf(event);
    if (entry !== undefined) {
      await tx.query('INSERT INTO money_moves VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
        event.objectId,
        entry.type,
        entry.amount,
        event.id,
      ]);
      await tx.query(
        `INSERT INTO money_moves VALUES ($1, 'last', $2, $3) ON CONFLICT (entity_id, name) DO UPDATE SET cents = excluded.cents, set_by = excluded.set_by`,
        [event.objectId, entry.amount, event.id],
      );
    }
    return { status: 200 };
  });
}
await serve({ name: 'attribute-rows', schema, objects: 'entities', effects: 'attributes', receive });
