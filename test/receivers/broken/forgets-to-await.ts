/** Wrong: the verifier became async, and here nobody awaits it. A promise is always true. */
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';

/** Was a plain function until the keys moved to a vault. */
type Verifier = (delivery: Delivery) => boolean | Promise<boolean>;

const isGenuine: Verifier = async ({ headers, rawBody }) => verify(headers, rawBody, secretsInUse());

async function answer(delivery: Delivery, db: Pool): Promise<Answer> {
  if (!isGenuine(delivery)) return { status: 401 };
  return take(delivery.rawBody, db);
}

await serveAnything({ name: 'forgets-to-await', ...INTAKE, answer });
