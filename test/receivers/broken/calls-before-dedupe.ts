/**
 * Bug: looks whether the event is known, calls the ledger, then remembers the event. Copies that arrive together both call.
 * Source: B1, B3. Caught by: duplicates/concurrent, by nothing but its calls.
 */
import type { Pool } from 'pg';
import { EFFECT_OF } from '../../../examples/receivers/lifecycles.ts';
import { serve, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { saveIfNewer, stateTables } from '../state.ts';

const base = process.env['LEDGER_URL'] ?? 'http://127.0.0.1:9';

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const known = await db.query('SELECT 1 FROM caller_events WHERE id = $1', [event.id]);
  if (known.rowCount !== 0) return { status: 200 };
  const kind = EFFECT_OF.get(event.status);
  if (kind !== undefined && !(await book(kind, event))) return { status: 500 };
  await saveIfNewer(db, 'caller', event);
  await db.query('INSERT INTO caller_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  return { status: 200 };
}

async function book(kind: string, event: WebhookEvent): Promise<boolean> {
  try {
    const query = new URLSearchParams({ kind, payment: event.objectId });
    const answer = await fetch(`${base}/entries?${query.toString()}`, {
      method: 'POST',
      headers: { 'x-event': event.id },
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

await serve({
  name: 'calls-before-dedupe',
  schema: `CREATE TABLE IF NOT EXISTS caller_events (id text PRIMARY KEY); ${stateTables('caller')}`,
  objects: 'caller_objects',
  effects: 'caller_effects',
  receive,
});
