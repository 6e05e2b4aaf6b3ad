/** Wrong: verifies after the answer, in a callback of its own, where what `timingSafeEqual` throws ends the process. */
import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { serveAnything, type Answer, type Delivery } from '../../../examples/receivers/server.ts';
import { expected, given, isRecent } from '../hand-made.ts';
import { INTAKE, take } from '../intake.ts';

function verifyLater({ headers, rawBody }: Delivery): Promise<boolean> {
  return new Promise((resolve) => {
    setImmediate(() => {
      const due = expected(headers, rawBody);
      const isGenuine = given(headers).some((one) =>
        due.some((signature) => timingSafeEqual(Buffer.from(one), Buffer.from(signature))),
      );
      resolve(isGenuine && isRecent(headers));
    });
  });
}

async function answer(delivery: Delivery, db: Pool): Promise<Answer> {
  if (!(await verifyLater(delivery))) return { status: 401 };
  return take(delivery.rawBody, db);
}

await serveAnything({ name: 'ends-on-odd-length', ...INTAKE, answer });
