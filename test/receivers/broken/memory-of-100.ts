/**
 * Bug: duplicates are known by a list in memory, which once held 100 ids and now 40. That is right for the
 * retry after a second, and wrong for the one after two hours, when forty other events have gone by. Source:
 * K8, K1, K6, B7. Caught by: duplicates/after-schedule.
 */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffect, saveIfNewer, stateTables } from '../state.ts';

const REMEMBERED = 40;

/** Oldest first. A copy that comes while the first is at work gets the same answer. */
const recent = new Map<string, Promise<Answer>>();

async function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  const before = recent.get(event.id);
  if (before !== undefined) return before;

  const answer = handle(event, db);
  recent.set(event.id, answer);
  if (recent.size > REMEMBERED) {
    const oldest = recent.keys().next().value;
    if (oldest !== undefined) recent.delete(oldest);
  }
  try {
    return await answer;
  } catch (error) {
    recent.delete(event.id); // so that the retry is taken
    throw error;
  }
}

function handle(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await addEffect(tx, 'memory', event);
    await saveIfNewer(tx, 'memory', event);
    return { status: 200 };
  });
}

await serve({
  name: 'memory-of-100',
  schema: stateTables('memory'),
  objects: 'memory_objects',
  effects: 'memory_effects',
  receive,
});
