/** Wrong: compares the content type as one text. With a charset behind it, it is another one. */
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
  if (headers['content-type'] !== 'application/json') return { status: 415 };
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'exact-content-type', ...INTAKE, answer });
