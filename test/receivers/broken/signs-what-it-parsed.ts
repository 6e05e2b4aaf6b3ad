/** Wrong: the framework had parsed the body, so what is verified is `JSON.stringify` of it. Other bytes, another signature (P1). */
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given, isRecent } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString('utf8'));
  } catch {
    return { status: 400 };
  }
  const due = expected(headers, JSON.stringify(body));
  if (!isRecent(headers) || !given(headers).some((one) => due.includes(one))) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'signs-what-it-parsed', ...INTAKE, answer });
