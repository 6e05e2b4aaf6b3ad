/**
 * Wrong: requests wait for one another in a chain of promises, so that the order is kept. One that fails breaks the chain, and
 * every request after it gets the same error (O3).
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

const schema = `${INTAKE.schema}; CREATE TABLE IF NOT EXISTS payloads (data jsonb NOT NULL)`;

let lastTurn: Promise<unknown> = Promise.resolve();

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  const turn = lastTurn.then(async () => {
    await db.query('INSERT INTO payloads VALUES ($1)', [rawBody.toString('utf8')]);
    return take(rawBody, db);
  });
  lastTurn = turn;
  return turn;
}

await serveAnything({ name: 'chain-stays-broken', ...INTAKE, schema, answer });
