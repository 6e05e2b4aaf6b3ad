/**
 * Right: 200 with `{ ignored: true }` to whatever is old or known. It takes an event only if the table of
 * transitions leads from the known status to the new one, and the version (or the clock) does not say that
 * it is older.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, stateTables } from '../state.ts';

/** What may follow, also when the events between have not arrived. */
const LATER: ReadonlyMap<string, readonly string[]> = new Map([
  ['pending', ['paid', 'failed', 'cancelled', 'refunded', 'chargeback']],
  ['failed', ['paid', 'refunded', 'chargeback']],
  ['paid', ['refunded', 'chargeback']],
  ['sent', ['delivered', 'failed', 'read']],
  ['delivered', ['read']],
]);

const IGNORED: Answer = { status: 200, body: { ignored: true } };

interface Known {
  readonly status: string;
  readonly version: number | null;
  readonly changed_at: Date;
}

const schema = `
  CREATE TABLE IF NOT EXISTS ignoring_events (id text PRIMARY KEY);
  ${stateTables('ignoring')}`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO ignoring_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return IGNORED;

    const values = [event.objectId, event.status, event.version, event.createdAt];
    const created = await tx.query(
      'INSERT INTO ignoring_objects (id, status, version, changed_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      values,
    );
    if (created.rowCount === 0) {
      const { rows } = await tx.query<Known>(
        'SELECT status, version, changed_at FROM ignoring_objects WHERE id = $1 FOR UPDATE',
        [event.objectId],
      );
      if (rows[0] === undefined || !follows(rows[0], event)) return IGNORED;
      await tx.query(
        'UPDATE ignoring_objects SET status = $2, version = $3, changed_at = $4 WHERE id = $1',
        values,
      );
    }
    await addEffect(tx, 'ignoring', event);
    return { status: 200 };
  });
}

function follows(known: Known, event: WebhookEvent): boolean {
  if (LATER.get(known.status)?.includes(event.status) !== true) return false;
  if (known.version !== null && event.version !== null) return event.version > known.version;
  return new Date(event.createdAt) >= known.changed_at;
}

await serve({
  name: 'always-200-on-stale',
  schema,
  objects: 'ignoring_objects',
  effects: 'ignoring_effects',
  receive,
});
