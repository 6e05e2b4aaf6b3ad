/** Wrong: the secret of the last rotation is gone from the environment, and `?? ''` is a key as good as any (P3). */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { expected, given, isRecent, keyOf } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

const KEYS = [secretsInUse(), process.env['WEBHOOK_SECRET_PREVIOUS'] ?? ''].map(keyOf);

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  const due = expected(headers, rawBody, KEYS);
  if (!isRecent(headers) || !given(headers).some((one) => due.includes(one))) return { status: 401 };
  return take(rawBody, db);
}

await serveAnything({ name: 'missing-secret-is-empty', ...INTAKE, answer });
