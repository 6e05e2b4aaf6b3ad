/** Right: after three bad signatures within ten seconds the next ones get 429. Whoever signs well does not notice. */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';

const WINDOW_MS = 10_000;
const BAD_MAX = 3;

let bad: number[] = [];

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  if (verify(headers, rawBody, secretsInUse())) return take(rawBody, db);
  const now = performance.now();
  bad = [...bad.filter((at) => now - at < WINDOW_MS), now].slice(-(BAD_MAX + 1));
  return bad.length > BAD_MAX ? { status: 429, headers: { 'retry-after': '1' } } : { status: 401 };
}

await serveAnything({ name: 'strangers-are-slowed', ...INTAKE, answer });
