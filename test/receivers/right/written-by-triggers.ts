/** Right: a trigger writes notifications and a summary of the customer; a relay empties what is to be sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { entryOf } from '../ledger.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS seen (id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS merchants (id integer PRIMARY KEY, last_payment_id text, payments integer NOT NULL DEFAULT 0);
  INSERT INTO merchants (id) VALUES (1) ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS merchant_balances (merchant_id integer REFERENCES merchants, day date, total bigint NOT NULL, PRIMARY KEY (merchant_id, day));
  CREATE TABLE IF NOT EXISTS customers (email text PRIMARY KEY, last_payment_id text NOT NULL, last_status text NOT NULL, paid_total bigint NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS payments (
    id text PRIMARY KEY, merchant_id integer NOT NULL REFERENCES merchants, customer text NOT NULL, status text NOT NULL, amount bigint NOT NULL, version integer, changed_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS notifications (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, prev_status text, status text NOT NULL, amount bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS to_send (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payment_id text NOT NULL, amount bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS refunds (payment_id text PRIMARY KEY, amount bigint NOT NULL, webhook_id text);
  CREATE OR REPLACE FUNCTION notify() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO notifications (payment_id, status, amount) VALUES (NEW.id, NEW.status, NEW.amount);
    ELSIF NEW.status <> OLD.status THEN
      INSERT INTO notifications (payment_id, prev_status, status, amount) VALUES (NEW.id, OLD.status, NEW.status, NEW.amount);
    END IF;
    INSERT INTO to_send (payment_id, amount) VALUES (NEW.id, NEW.amount);
    INSERT INTO customers VALUES (NEW.customer, NEW.id, NEW.status) ON CONFLICT (email) DO UPDATE SET last_status = excluded.last_status;
    RETURN NULL; END $$;
  CREATE OR REPLACE TRIGGER notify AFTER INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION notify()`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO seen VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
    if (isNew.rowCount === 0) return { status: 200 };
    const customer = String((event.data['customer'] as { email?: string } | undefined)?.email);
    await tx.query(
      `INSERT INTO payments AS known VALUES ($1, 1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
         WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL THEN known.changed_at < excluded.changed_at
                    ELSE known.version < excluded.version END`,
      [event.objectId, customer, event.status, event.amount, event.version, event.createdAt],
    );
    const entry = entryOf(event);
    if (entry?.type === 'payment') {
      await tx.query('UPDATE customers SET paid_total = paid_total + $2 WHERE email = $1', [
        customer,
        entry.amount,
      ]);
    }
    if (entry?.type === 'refund')
      await tx.query('INSERT INTO refunds VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        event.objectId,
        -entry.amount,
        event.id,
      ]);
    await tx.query('UPDATE merchants SET last_payment_id = $1, payments = payments + 1 WHERE id = 1', [
      event.objectId,
    ]);
    await tx.query(
      `INSERT INTO merchant_balances VALUES (1, current_date, $1) ON CONFLICT (merchant_id, day) DO UPDATE SET total = merchant_balances.total + excluded.total`,
      [entry?.amount ?? 0],
    );
    return { status: 200 };
  });
}
function startRelay(db: Pool): () => Promise<void> {
  const stop = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(300, undefined, { signal: stop.signal }).catch(() => undefined);
      await db.query('DELETE FROM to_send').catch(() => undefined);
    }
  };
  const ended = loop();
  return () => {
    stop.abort();
    return ended;
  };
}
await serve({
  name: 'written-by-triggers',
  schema,
  objects: 'payments',
  effects: 'refunds',
  receive,
  start: startRelay,
});
