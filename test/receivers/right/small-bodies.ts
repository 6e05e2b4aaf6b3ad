/** Right: takes 256 kB and answers 413 to more, before anything is read of it. */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  if (!verify(headers, rawBody, secretsInUse())) return { status: 403, body: { error: 'wrong signature' } };
  return take(rawBody, db);
}

await serveAnything({ name: 'small-bodies', ...INTAKE, bodyBytesMax: 256 * 1024, answer });
