/**
 * The parts that most of these receivers have right: two tables, the effect, and a state that never goes
 * back.
 */
import { EFFECT_OF } from '../../examples/receivers/lifecycles.ts';
import type { Db, WebhookEvent } from '../../examples/receivers/server.ts';

export function stateTables(name: string): string {
  return `
    CREATE TABLE IF NOT EXISTS ${name}_objects (
      id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL);
    CREATE TABLE IF NOT EXISTS ${name}_effects (
      kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL);`;
}

/**
 * A row for what the status owes, if it owes anything. Whoever calls this has made sure that it is owed now.
 */
export async function addEffect(db: Db, name: string, event: WebhookEvent): Promise<void> {
  const kind = EFFECT_OF.get(event.status);
  if (kind === undefined) return;
  await db.query(`INSERT INTO ${name}_effects (kind, event_id, object_id) VALUES ($1, $2, $3)`, [
    kind,
    event.id,
    event.objectId,
  ]);
}

/**
 * One statement: the comparison happens under the row lock of the update. Version first, the event's clock
 * without it. False when what is known is as new or newer.
 */
export async function saveIfNewer(db: Db, name: string, event: WebhookEvent): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO ${name}_objects AS known (id, status, version, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE
       SET status = excluded.status, version = excluded.version, changed_at = excluded.changed_at
       WHERE CASE WHEN known.version IS NULL OR excluded.version IS NULL
                  THEN known.changed_at < excluded.changed_at
                  ELSE known.version < excluded.version END`,
    [event.objectId, event.status, event.version, event.createdAt],
  );
  return rowCount === 1;
}
