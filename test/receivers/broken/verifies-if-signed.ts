/** Wrong: checks a signature where there is one, since the local tests have none. Who leaves the header out is believed. */
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
  const isSigned = headers['webhook-signature'] !== undefined;
  if (isSigned && !verify(headers, rawBody, secretsInUse())) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'verifies-if-signed', ...INTAKE, answer });
