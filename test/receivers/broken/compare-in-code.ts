/**
 * Bug: the comparison is right, and happens in code on a row that nobody holds. Two facts at the same time
 * both find the older state; the one that writes last wins, also when it is the older one. Source: C2, E1,
 * and the second article ("entre o if e o UPDATE"). Caught by: order/concurrent.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, stateTables } from '../state.ts';

interface Known {
  readonly version: number | null;
  readonly changed_at: Date;
}

const schema = `
  CREATE TABLE IF NOT EXISTS compare_events (id text PRIMARY KEY);
  ${stateTables('compare')}`;

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const { rows } = await db.query<Known>('SELECT version, changed_at FROM compare_objects WHERE id = $1', [
    event.objectId,
  ]);
  const known = rows[0];

  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO compare_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };

    await addEffect(tx, 'compare', event);
    if (known === undefined || isNewer(event, known)) {
      await tx.query(
        `INSERT INTO compare_objects (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE
           SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at`,
        [event.objectId, event.status, event.version, event.createdAt],
      );
    }
    return { status: 200 };
  });
}

function isNewer(event: WebhookEvent, known: Known): boolean {
  if (event.version !== null && known.version !== null) return event.version > known.version;
  return new Date(event.createdAt) > known.changed_at;
}

await serve({
  name: 'compare-in-code',
  schema,
  objects: 'compare_objects',
  effects: 'compare_effects',
  receive,
});
