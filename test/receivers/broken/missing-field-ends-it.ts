/** Wrong: reports the amount after the answer. An event without `data` is a TypeError that nobody catches (O7). */
import type { Pool } from 'pg';
import {
  readEnvelope,
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';

interface Body {
  readonly data: { readonly customer: { readonly email: string } };
}

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  const body = readEnvelope(rawBody)?.body as Body | undefined;
  if (body === undefined) return { status: 400 };
  setImmediate(() => {
    process.stdout.write(`customer at ${body.data.customer.email.split('@')[1] ?? 'nowhere'}\n`);
  });
  return take(rawBody, db);
}

await serveAnything({ name: 'missing-field-ends-it', ...INTAKE, answer });
