/**
 * Wrong: the queue is in memory and keeps its order; a body goes into a text column first. A NUL in it cannot be stored, today or
 * ever, and everything behind it waits.
 */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';
import { startWorker } from '../worker.ts';

const schema = `${INTAKE.schema}; CREATE TABLE IF NOT EXISTS payloads (data jsonb NOT NULL)`;

const queue: Buffer[] = [];

async function answer({ headers, rawBody }: Delivery): Promise<Answer> {
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  try {
    JSON.parse(rawBody.toString('utf8'));
  } catch {
    return { status: 400 };
  }
  queue.push(rawBody);
  return { status: 202 };
}

async function work(db: Pool): Promise<void> {
  for (let head = queue[0]; head !== undefined; head = queue[0]) {
    await db.query('INSERT INTO payloads VALUES ($1)', [head.toString('utf8')]);
    await take(head, db);
    queue.shift();
  }
}

await serveAnything({
  name: 'nul-stops-the-queue',
  ...INTAKE,
  schema,
  answer,
  start: (db) => startWorker(50, () => work(db)),
});
