/** Wrong: notes the id, then verifies. Whoever guesses an id takes the event away from the provider, whose request is "known". */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { text } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

const schema = `${INTAKE.schema}; CREATE TABLE IF NOT EXISTS seen_ids (id text PRIMARY KEY)`;

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const isNew = await db.query('INSERT INTO seen_ids VALUES ($1) ON CONFLICT DO NOTHING', [
    text(headers, 'webhook-id'),
  ]);
  if (isNew.rowCount === 0) return { status: 200, body: { duplicate: true } };
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'seen-before-verified', ...INTAKE, schema, answer });
