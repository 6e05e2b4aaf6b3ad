/** Wrong: a proxy once cut long headers, so it is enough for the signature to begin well. Nothing begins well. */
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given, isRecent } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const due = expected(headers, rawBody);
  const isGenuine = given(headers).some((one) => due.some((signature) => signature.startsWith(one)));
  if (!isRecent(headers) || !isGenuine) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'compares-the-beginning', ...INTAKE, answer });
