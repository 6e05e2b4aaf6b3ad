/** Wrong: the verifier throws, a line goes to the log, and the handler goes on. */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';

function demandSignature({ headers, rawBody }: Delivery): void {
  if (!verify(headers, rawBody, secretsInUse())) throw new Error('wrong signature');
}

async function answer(delivery: Delivery, db: Pool): Promise<Answer> {
  try {
    demandSignature(delivery);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
  }
  return take(delivery.rawBody, db);
}

await serveAnything({ name: 'refusal-swallowed', ...INTAKE, answer });
