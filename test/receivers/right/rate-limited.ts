/**
 * Right: about twenty webhooks a second, then 429 with `Retry-After: 1`. What is refused was not touched at
 * all.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const PER_SECOND = 20;
const BURST = 20;

const schema = `
  CREATE TABLE IF NOT EXISTS rate_limited_events (id text PRIMARY KEY);
  ${stateTables('rate_limited')}`;

let tokens = BURST;
let filledAt = performance.now();

function takeToken(): boolean {
  const now = performance.now();
  tokens = Math.min(BURST, tokens + ((now - filledAt) / 1000) * PER_SECOND);
  filledAt = now;
  if (tokens < 1) return false;
  tokens -= 1;
  return true;
}

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  if (!takeToken())
    return { status: 429, headers: { 'retry-after': '1' }, body: { error: 'too many requests' } };
  return transaction(db, async (tx) => {
    const isNew = await tx.query('INSERT INTO rate_limited_events (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      event.id,
    ]);
    if (isNew.rowCount === 0) return { status: 200 };
    await addEffect(tx, 'rate_limited', event);
    await saveIfNewer(tx, 'rate_limited', event);
    return { status: 200 };
  });
}

await serve({
  name: 'rate-limited',
  schema,
  objects: 'rate_limited_objects',
  effects: 'rate_limited_effects',
  receive,
});
