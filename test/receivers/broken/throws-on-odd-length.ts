/** Wrong: `timingSafeEqual` throws where lengths differ, and nobody catches it: any stranger gets a 500. */
import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given, isRecent } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const due = expected(headers, rawBody);
  const isGenuine = given(headers).some((one) =>
    due.some((signature) => timingSafeEqual(Buffer.from(one), Buffer.from(signature))),
  );
  if (!isGenuine || !isRecent(headers)) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'throws-on-odd-length', ...INTAKE, answer });
