/**
 * Wrong: the worker takes the oldest event and stops when it fails, so that the order is kept. An event that can never succeed
 * stops all that come after it (O1, O2).
 */
import type { Pool } from 'pg';
import {
  readEnvelope,
  readEvent,
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { applyOnce, INTAKE } from '../intake.ts';
import { startWorker } from '../worker.ts';

const schema = `${INTAKE.schema};
  CREATE TABLE IF NOT EXISTS raw_queue (position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL)`;

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  await db.query('INSERT INTO raw_queue (body) VALUES ($1)', [rawBody]);
  return { status: 202 };
}

async function work(db: Pool): Promise<void> {
  for (;;) {
    const oldest = await db.query<{ position: string; body: Buffer }>(
      'SELECT position, body FROM raw_queue ORDER BY position LIMIT 1',
    );
    const row = oldest.rows[0];
    if (row === undefined) return;
    const envelope = readEnvelope(row.body);
    const event = envelope === undefined ? undefined : readEvent(envelope);
    if (event === undefined) throw new Error(`webhook at ${row.position} cannot be read`);
    await applyOnce(event, db);
    await db.query('DELETE FROM raw_queue WHERE position = $1', [row.position]);
  }
}

await serveAnything({
  name: 'stuck-behind-the-head',
  ...INTAKE,
  schema,
  answer,
  start: (db) => startWorker(50, () => work(db)),
});
