/** Wrong: the time is part of what is signed, and nobody looks at it. What was captured once is good for ever (P5). */
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const due = expected(headers, rawBody);
  if (!given(headers).some((one) => due.includes(one))) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'time-never-compared', ...INTAKE, answer });
