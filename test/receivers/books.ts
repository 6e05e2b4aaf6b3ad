/** What receivers of subscriptions, orders and credits have in common: event types, and an event that is known already. */
import type { Db, WebhookEvent } from '../../examples/receivers/server.ts';

export const SUBSCRIPTION_TYPES: readonly string[] = ['created', 'updated', 'canceled'].map(
  (fact) => `subscription.${fact}`,
);
export const ORDER_TYPES: readonly string[] = [
  'created',
  'paid',
  'shipped',
  'delivered',
  'returned',
  'cancelled',
].map((fact) => `order.${fact}`);
export const CREDIT_TYPES: readonly string[] = ['credit.granted', 'credit.spent'];

/** Events, objects with their owner, and effects. `columns`: more of the object's. */
export function bookTables(name: string, columns = ''): string {
  return `
    CREATE TABLE IF NOT EXISTS ${name}_events (id text PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS ${name}_objects (
      id text PRIMARY KEY, status text NOT NULL, version integer, changed_at timestamptz NOT NULL${columns});
    CREATE TABLE IF NOT EXISTS ${name}_effects (
      kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL)`;
}

/** True for the first delivery of the event: the primary key lets one transaction through. */
export async function isNewEvent(tx: Db, name: string, event: WebhookEvent): Promise<boolean> {
  const { rowCount } = await tx.query(`INSERT INTO ${name}_events (id) VALUES ($1) ON CONFLICT DO NOTHING`, [
    event.id,
  ]);
  return rowCount === 1;
}

export async function addEffectOf(db: Db, name: string, kind: string, event: WebhookEvent): Promise<void> {
  await db.query(`INSERT INTO ${name}_effects (kind, event_id, object_id) VALUES ($1, $2, $3)`, [
    kind,
    event.id,
    event.objectId,
  ]);
}

/** The condition of an upsert of `known`: the version decides, and the event's clock where one has none. */
export const IS_NEWER = `CASE WHEN known.version IS NULL OR excluded.version IS NULL
  THEN known.changed_at < excluded.changed_at ELSE known.version < excluded.version END`;

export function textOf(event: WebhookEvent, field: string): string {
  const value = event.data[field];
  return typeof value === 'string' ? value : '';
}

export function numberOf(event: WebhookEvent, field: string): number {
  const value = event.data[field];
  return typeof value === 'number' ? value : 0;
}

/** As text, for a jsonb column. */
export function jsonOf(event: WebhookEvent, field: string): string {
  return JSON.stringify(event.data[field] ?? []);
}
