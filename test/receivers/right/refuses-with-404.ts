/** Right: to whoever has no good signature there is nothing here. */
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
  if (!verify(headers, rawBody, secretsInUse())) return { status: 404 };
  return take(rawBody, db);
}

await serveAnything({ name: 'refuses-with-404', ...INTAKE, answer });
