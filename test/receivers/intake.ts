/**
 * What the receivers of the trust cases do with what they believe: event id, effect and state in one transaction. They differ in
 * what they believe.
 */
import type { Pool } from 'pg';
import { KNOWN_TYPES } from '../../examples/receivers/lifecycles.ts';
import {
  readEnvelope,
  readEvent,
  transaction,
  type Answer,
  type WebhookEvent,
} from '../../examples/receivers/server.ts';
import { isNewEvent } from './books.ts';
import { addEffect, saveIfNewer, stateTables } from './state.ts';

export const INTAKE: { readonly schema: string; readonly objects: string; readonly effects: string } = {
  schema: `CREATE TABLE IF NOT EXISTS intake_events (id text PRIMARY KEY); ${stateTables('intake')}`,
  objects: 'intake_objects',
  effects: 'intake_effects',
};

/** For a body that is believed; unknown types are ignored, what is no event is refused. */
export async function take(rawBody: Buffer, db: Pool): Promise<Answer> {
  const envelope = readEnvelope(rawBody);
  if (envelope === undefined) return { status: 400, body: { error: 'not an event' } };
  process.stdout.write(`webhook ${envelope.id} ${envelope.type}\n`);
  if (!KNOWN_TYPES.has(envelope.type)) return { status: 200, body: { ignored: true } };
  const event = readEvent(envelope);
  if (event === undefined) return { status: 400, body: { error: 'a field is missing, or wrong' } };
  await applyOnce(event, db);
  return { status: 200 };
}

export function applyOnce(event: WebhookEvent, db: Pool): Promise<void> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, 'intake', event))) return;
    await addEffect(tx, 'intake', event);
    await saveIfNewer(tx, 'intake', event);
  });
}
