/** Wrong: five minutes in milliseconds, compared with seconds: three days and a half. */
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given, text } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

const TOLERANCE = 5 * 60 * 1000;

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const age = Math.abs(Date.now() / 1000 - Number(text(headers, 'webhook-timestamp')));
  const due = expected(headers, rawBody);
  if (age > TOLERANCE || !given(headers).some((one) => due.includes(one))) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'tolerance-of-days', ...INTAKE, answer });
