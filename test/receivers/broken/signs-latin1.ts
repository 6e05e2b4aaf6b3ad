/** Wrong: the body was read as Latin-1 on its way to the signature. It holds until the first name with an accent. */
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given, isRecent } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const due = expected(headers, rawBody.toString('latin1'));
  if (!isRecent(headers) || !given(headers).some((one) => due.includes(one))) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'signs-latin1', ...INTAKE, answer });
