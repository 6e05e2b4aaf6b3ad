/**
 * Right: whatever comes in is written down as it is, bytes and headers, and answered 200. A worker verifies each row against the
 * time at which it came, marks what it refuses, and does the rest. Its own failures are tried again later; they hold up nobody.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import {
  secretsInUse,
  serveAnything,
  transaction,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';
import { startWorker } from '../worker.ts';

const EVERY_MS = 100;

const schema = `${INTAKE.schema};
  CREATE TABLE IF NOT EXISTS raw_inbox (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, headers jsonb NOT NULL, body bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(), try_after timestamptz NOT NULL DEFAULT now(), outcome text);
  CREATE INDEX IF NOT EXISTS raw_inbox_due ON raw_inbox (try_after) WHERE outcome IS NULL`;

interface Row {
  readonly position: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  await db.query('INSERT INTO raw_inbox (headers, body) VALUES ($1, $2)', [headers, rawBody]);
  return { status: 200 };
}

async function work(db: Pool): Promise<void> {
  while (await takeOne(db));
}

/** False when nothing was due. */
function takeOne(db: Pool): Promise<boolean> {
  return transaction(db, async (tx) => {
    const due = await tx.query<Row>(
      `SELECT position, headers, body, received_at AS "receivedAt" FROM raw_inbox
       WHERE outcome IS NULL AND try_after <= now() ORDER BY try_after LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const row = due.rows[0];
    if (row === undefined) return false;
    const outcome = await judge(row, db).catch(() => null);
    await tx.query(
      `UPDATE raw_inbox SET outcome = $2, try_after = now() + interval '1 second' WHERE position = $1`,
      [row.position, outcome],
    );
    return true;
  });
}

/** The event has a transaction of its own: done twice, it is done once. */
async function judge({ headers, body, receivedAt }: Row, db: Pool): Promise<string> {
  if (!verify(headers, body, secretsInUse(), receivedAt.getTime())) return 'refused';
  const { status } = await take(body, db);
  return status === 200 ? 'done' : 'indigestible';
}

await serveAnything({
  name: 'verifies-in-worker',
  ...INTAKE,
  schema,
  answer,
  start: (db) => startWorker(EVERY_MS, () => work(db)),
});
