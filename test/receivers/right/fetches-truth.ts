/**
 * Right: the webhook is only a knock on the door. The receiver asks the provider what is true now, and
 * brings its own rows up to that: effects of facts whose own webhook has not come yet, too.
 *
 * It asks after it has the lock of the object. Asked before, an older answer could be written after a newer
 * one.
 */
import type { Pool } from 'pg';
import { EFFECT_OF } from '../../../examples/receivers/lifecycles.ts';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';

const API = process.env['LOST200_PROVIDER_API'];
if (API === undefined) throw new Error('LOST200_PROVIDER_API is not set');

interface Truth {
  readonly status: string;
  readonly version: number;
  readonly facts: readonly { readonly status: string; readonly version: number }[];
}

const schema = `
  CREATE TABLE IF NOT EXISTS truth_objects (id text PRIMARY KEY, status text NOT NULL, version integer NOT NULL);
  CREATE TABLE IF NOT EXISTS truth_effects (
    kind text NOT NULL, object_id text NOT NULL, status text NOT NULL, UNIQUE (object_id, status));`;

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('truth ' || $1, 0))`, [event.objectId]);
    const truth = await ask(event.objectId);
    if (truth === undefined) return { status: 503, body: { error: 'the provider does not answer' } };

    for (const { status } of truth.facts) {
      const kind = EFFECT_OF.get(status);
      if (kind === undefined) continue;
      await tx.query(
        'INSERT INTO truth_effects (kind, object_id, status) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [kind, event.objectId, status],
      );
    }
    await tx.query(
      `INSERT INTO truth_objects AS known (id, status, version) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, version = excluded.version
         WHERE known.version < excluded.version`,
      [event.objectId, truth.status, truth.version],
    );
    return { status: 200 };
  });
}

async function ask(objectId: string): Promise<Truth | undefined> {
  try {
    const answer = await fetch(`${String(API)}/objects/${encodeURIComponent(objectId)}`, {
      signal: AbortSignal.timeout(5000),
    });
    return answer.ok ? ((await answer.json()) as Truth) : undefined;
  } catch {
    return undefined;
  }
}

await serve({
  name: 'fetches-truth',
  schema,
  objects: 'truth_objects',
  effects: 'truth_effects',
  effectsBy: 'object',
  receive,
});
