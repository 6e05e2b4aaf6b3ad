/** Wrong: takes the header for one signature. While a secret is rotated there are two, and only one of them is ours. */
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given, isRecent } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const [first] = given(headers);
  const [due] = expected(headers, rawBody);
  if (!isRecent(headers) || first !== due) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'first-signature-only', ...INTAKE, answer });
