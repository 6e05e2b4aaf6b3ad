/** Wrong: a strict schema. The day the provider adds a field, every event is answered 400. */
import type { Pool } from 'pg';
import {
  readEnvelope,
  readEvent,
  secretsInUse,
  serveAnything,
  type Answer,
  type Delivery,
} from '../../../examples/receivers/server.ts';
import { verify } from '../../../examples/receivers/verify.ts';
import { INTAKE, take } from '../intake.ts';

const ENVELOPE = new Set(['id', 'type', 'timestamp', 'createdAt', 'data']);
const DATA = new Set(['id', 'status', 'version', 'amount', 'currency', 'customer']);

async function answer({ headers, rawBody }: Delivery, db: Pool): Promise<Answer> {
  if (!verify(headers, rawBody, secretsInUse())) return { status: 401 };
  const envelope = readEnvelope(rawBody);
  const event = envelope === undefined ? undefined : readEvent(envelope);
  const fields = [...Object.keys(envelope?.body ?? {}), ...Object.keys(event?.data ?? {})];
  const unknown = fields.find((name) => !ENVELOPE.has(name) && !DATA.has(name));
  if (unknown !== undefined) return { status: 400, body: { error: `unrecognized key ${unknown}` } };
  return take(rawBody, db);
}

await serveAnything({ name: 'unknown-field-refused', ...INTAKE, answer });
