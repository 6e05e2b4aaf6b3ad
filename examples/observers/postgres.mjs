/**
 * An observer for lost200 as a module: it reads the tables of `examples/receivers/one-transaction.ts` with `pg`.
 *
 * observe: { module: { module: ./postgres.mjs, options: { database: '${DATABASE_URL}' } } }
 * Try it alone: npx lost200 check-observer --object an-id-that-exists
 */
import pg from 'pg';

/** @type {import('lost200').CreateObserverModule} */
export default function createObserver({ options }) {
  const pool = new pg.Pool({ connectionString: String(options.database), max: 4 });
  // Without this a connection that breaks while it is idle would end the whole run.
  pool.on('error', () => undefined);
  return {
    async state({ objectId }) {
      const { rows } = await pool.query('SELECT status FROM one_tx_objects WHERE id = $1', [objectId]);
      return rows[0]?.status ?? null;
    },
    async effects({ objectId }) {
      // No DISTINCT, no LIMIT: an effect that happened twice must be seen twice.
      const { rows } = await pool.query(
        'SELECT kind, event_id AS "eventId" FROM one_tx_effects WHERE object_id = $1',
        [objectId],
      );
      return rows;
    },
    close: () => pool.end(),
  };
}
