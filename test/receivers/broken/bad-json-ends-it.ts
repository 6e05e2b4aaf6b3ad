/** Wrong: answers first and parses afterwards, in a callback where nobody catches. One broken body, and the process is gone (O8). */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  setImmediate(() => {
    const { type } = JSON.parse(rawBody.toString('utf8')) as { readonly type?: string };
    process.stdout.write(`webhook of type ${type ?? 'unknown'}\n`);
  });
  return take(rawBody, db);
}

await serveAnything({ name: 'bad-json-ends-it', ...INTAKE, answer });
