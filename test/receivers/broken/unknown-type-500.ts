/** Wrong: a `switch` over the types whose default throws. The provider's next type is answered 500 until it gives up (N5). */
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

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  const type = readEnvelope(rawBody)?.type;
  switch (type) {
    case undefined:
      return { status: 400 };
    case 'payment.pending':
    case 'payment.paid':
    case 'payment.failed':
    case 'payment.cancelled':
    case 'payment.refunded':
    case 'payment.chargeback':
      return take(rawBody, db);
    default:
      throw new Error(`unhandled event type ${type}`);
  }
}

await serveAnything({ name: 'unknown-type-500', ...INTAKE, answer });
