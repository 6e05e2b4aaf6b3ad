/** Right: the state is in flags and one text; mails are marked as sent by a relay and then deleted; a mirror of the provider's words. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, is_paid boolean NOT NULL DEFAULT false, is_refunded boolean NOT NULL DEFAULT false, is_failed boolean NOT NULL DEFAULT false,
    note text NOT NULL, amount bigint NOT NULL, facts integer NOT NULL DEFAULT 0, webhooks text[] NOT NULL DEFAULT '{}', lag_s integer);
  CREATE TABLE IF NOT EXISTS mirror (payment_id text PRIMARY KEY REFERENCES payments, gateway_status text NOT NULL, gateway_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS mails_out (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, template text NOT NULL, sent boolean NOT NULL DEFAULT false, UNIQUE (payment_id, template));
  CREATE TABLE IF NOT EXISTS work (payment_id text PRIMARY KEY, amount bigint NOT NULL, due timestamptz NOT NULL DEFAULT now() + interval '4 seconds')`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query(`INSERT INTO payments (id, note, amount) VALUES ($1, 'new', $2) ON CONFLICT DO NOTHING`, [
      event.objectId,
      event.amount,
    ]);
    await tx.query(
      `UPDATE payments SET is_paid = is_paid OR $2 = ANY('{paid,refunded,chargeback}'), is_refunded = is_refunded OR $2 = 'refunded',
         is_failed = ($2 = 'failed' OR is_failed) AND NOT (is_paid OR $2 = ANY('{paid,refunded,chargeback}')),
         note = $2, facts = facts + (NOT $3 = ANY(webhooks))::integer, webhooks = CASE WHEN $3 = ANY(webhooks) THEN webhooks ELSE webhooks || $3 END,
         lag_s = CASE WHEN $3 = ANY(webhooks) THEN lag_s ELSE extract(epoch FROM now() - $4::timestamptz)::integer END WHERE id = $1`,
      [event.objectId, event.status, event.id, event.createdAt],
    );
    await tx.query(
      `INSERT INTO mirror AS known VALUES ($1, $2, $3) ON CONFLICT (payment_id) DO UPDATE SET gateway_status = excluded.gateway_status, gateway_at = excluded.gateway_at
         WHERE known.gateway_at <= excluded.gateway_at`,
      [event.objectId, event.status, event.createdAt],
    );
    const entry = entryOf(event);
    if (entry === undefined) return { status: 200 };
    await tx.query('INSERT INTO mails_out (payment_id, template) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      event.objectId,
      entry.type,
    ]);
    await tx.query('INSERT INTO work (payment_id, amount) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      event.objectId,
      event.amount,
    ]);
    return { status: 200 };
  });
}
function startRelay(db: Pool): () => Promise<void> {
  const stop = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(200, undefined, { signal: stop.signal }).catch(() => undefined);
      await db.query('UPDATE mails_out SET sent = true WHERE NOT sent').catch(() => undefined);
      await db.query('DELETE FROM work WHERE due < now()').catch(() => undefined);
    }
  };
  const ended = loop();
  return () => {
    stop.abort();
    return ended;
  };
}
await serve({
  name: 'state-in-flags',
  schema,
  objects: 'payments',
  effects: 'mails_out',
  receive,
  start: startRelay,
});
