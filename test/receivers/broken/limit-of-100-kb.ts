/** Wrong: the body parser has the limit that it came with, 100 kB. A long order is refused for ever (O6). */
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
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'limit-of-100-kb', ...INTAKE, bodyBytesMax: 100 * 1024, answer });
