/** Wrong: works and verifies side by side to be quick, and answers 401 when the work is done (P12). */
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
  const work = take(rawBody, db);
  const isGenuine = verify(headers, rawBody, secretsInUse());
  const done = await work;
  return isGenuine ? done : { status: 401 };
}

await serveAnything({ name: 'effect-before-verification', ...INTAKE, answer });
