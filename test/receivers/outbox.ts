/**
 * What outbox receivers have in common: the request stores the event, the state and the call that is owed in one transaction; a
 * worker makes the calls until each has been answered 2xx.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../examples/receivers/server.ts';
import { EFFECT_OF } from '../../examples/receivers/lifecycles.ts';
import { saveIfNewer, stateTables } from './state.ts';
import { startWorker } from './worker.ts';

const POLL_MS = 50;
const CALL_MS = 3000;

interface Owed {
  readonly event_id: string;
  readonly object_id: string;
  readonly kind: string;
}

/** `keyOf`: the idempotency key of a call, if it has one. */
export async function serveOutbox(
  name: string,
  keyOf: (owed: Pick<Owed, 'event_id' | 'kind'>) => string | undefined,
): Promise<void> {
  const table = name.replaceAll('-', '_');
  const base = process.env['LEDGER_URL'] ?? 'http://127.0.0.1:9';

  const receive = (event: WebhookEvent, db: Pool): Promise<Answer> =>
    transaction(db, async (tx) => {
      const known = await tx.query(
        `INSERT INTO ${table}_events (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`,
        [event.id],
      );
      if (known.rowCount === 0) return { status: 200 };
      await saveIfNewer(tx, table, event);
      const kind = EFFECT_OF.get(event.status);
      if (kind !== undefined)
        await tx.query(`INSERT INTO ${table}_outbox (event_id, object_id, kind) VALUES ($1, $2, $3)`, [
          event.id,
          event.objectId,
          kind,
        ]);
      return { status: 200 };
    });

  const callOne = (db: Pool): Promise<boolean> =>
    transaction(db, async (tx) => {
      const { rows } = await tx.query<Owed>(
        `SELECT event_id, object_id, kind FROM ${table}_outbox WHERE done_at IS NULL AND try_after <= now()
         ORDER BY try_after LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      const [owed] = rows;
      if (owed === undefined) return false;
      const done = await call(base, owed, keyOf(owed));
      await tx.query(
        done
          ? `UPDATE ${table}_outbox SET done_at = now() WHERE event_id = $1`
          : `UPDATE ${table}_outbox SET tries = tries + 1,
               try_after = now() + least(2 ^ tries * 0.1, 60) * interval '1 second' WHERE event_id = $1`,
        [owed.event_id],
      );
      return true;
    });

  await serve({
    name,
    schema: `
      CREATE TABLE IF NOT EXISTS ${table}_events (id text PRIMARY KEY);
      CREATE TABLE IF NOT EXISTS ${table}_outbox (
        event_id text PRIMARY KEY, object_id text NOT NULL, kind text NOT NULL, tries integer NOT NULL DEFAULT 0,
        try_after timestamptz NOT NULL DEFAULT now(), done_at timestamptz);
      ${stateTables(table)}`,
    objects: `${table}_objects`,
    effects: `${table}_effects`,
    receive,
    start: (db) =>
      startWorker(POLL_MS, async () => {
        while (await callOne(db));
      }),
  });
}

/** True when the call was answered 2xx. */
async function call(base: string, owed: Owed, key: string | undefined): Promise<boolean> {
  try {
    const answer = await fetch(`${base}/entries`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify({ kind: owed.kind, payment: owed.object_id, event: owed.event_id }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
