/** Right: whoever is refused leaves a row, with the body's beginning and without the signature. Nothing is decided by it. */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';

const schema = `${INTAKE.schema};
  CREATE TABLE IF NOT EXISTS refusals (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), why text NOT NULL,
    webhook_id text, body bytea NOT NULL)`;

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const isGenuine = verify(headers, rawBody, secretsInUse());
  const reply = isGenuine ? await take(rawBody, db) : { status: 401, body: { error: 'wrong signature' } };
  if (reply.status >= 400) {
    await db.query('INSERT INTO refusals (why, webhook_id, body) VALUES ($1, $2, $3)', [
      isGenuine ? 'not an event' : 'wrong signature',
      headers['webhook-id'] ?? null,
      rawBody.subarray(0, 1000),
    ]);
  }
  return reply;
}

await serveAnything({ name: 'refusals-audited', ...INTAKE, schema, answer });
