/** Wrong: only the past is bounded. A request signed for next week can be sent all week. */
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given, text } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

const TOLERANCE_SECONDS = 300;

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const ageSeconds = Date.now() / 1000 - Number(text(headers, 'webhook-timestamp'));
  const due = expected(headers, rawBody);
  if (ageSeconds > TOLERANCE_SECONDS || !given(headers).some((one) => due.includes(one)))
    return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'future-is-recent', ...INTAKE, answer });
