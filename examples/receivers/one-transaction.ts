/**
 * Right, and the one to copy when the work is a few rows in your own database.
 *
 * Three promises are kept by the database, all in one transaction:
 * - the primary key lets one delivery of an event through, and holds a concurrent copy back until it is
 *   known whether the first one committed;
 * - event, effect and state are committed together or not at all, so an error means that the retry starts
 *   afresh;
 * - the comparison "is this newer?" is part of the UPDATE itself, under its row lock.
 *
 * A duplicate is answered 200: it was processed, and an error would only make the provider send it again.
 */
import type { Pool } from 'pg';
import { EFFECT_OF } from './lifecycles.ts';
import { serve, transaction, type Answer, type WebhookEvent } from './server.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS one_tx_events (
    id text PRIMARY KEY,
    received_at timestamptz NOT NULL DEFAULT now() -- delete rows older than a week: longer than any retry schedule
  );
  CREATE TABLE IF NOT EXISTS one_tx_objects (
    id text PRIMARY KEY,
    status text NOT NULL,
    version integer,
    changed_at timestamptz NOT NULL -- the event's clock, never ours
  );
  CREATE TABLE IF NOT EXISTS one_tx_effects (
    kind text NOT NULL,
    event_id text NOT NULL,
    object_id text NOT NULL
  )`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO one_tx_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200, body: { duplicate: true } };

    const kind = EFFECT_OF.get(event.status);
    if (kind !== undefined) {
      await tx.query('INSERT INTO one_tx_effects (kind, event_id, object_id) VALUES ($1, $2, $3)', [
        kind,
        event.id,
        event.objectId,
      ]);
    }

    // The version decides; where one of the two has none, the clock of the event does.
    await tx.query(
      `INSERT INTO one_tx_objects AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
         WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL
                    THEN known.changed_at < excluded.changed_at
                    ELSE known.version < excluded.version END`,
      [event.objectId, event.status, event.version, event.createdAt],
    );
    return { status: 200 };
  });
}

await serve({
  name: 'one-transaction',
  schema,
  objects: 'one_tx_objects',
  effects: 'one_tx_effects',
  receive,
});
