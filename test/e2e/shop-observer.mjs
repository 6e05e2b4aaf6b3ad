/** Reads the tables of seen-everywhere with its own connection: as a program (JSON lines) and as a module. */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

export function observer() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
  return {
    state: async ({ objectId }) =>
      (await pool.query('SELECT status FROM shop_objects WHERE id = $1', [objectId])).rows[0]?.status ?? null,
    effects: async ({ objectId }) =>
      (
        await pool.query(
          'SELECT kind, event_id AS "eventId", object_id AS "objectId" FROM shop_effects WHERE object_id = $1',
          [objectId],
        )
      ).rows,
    close: () => pool.end(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const view = observer();
  const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  for await (const line of createInterface({ input: process.stdin })) {
    const { kind, id, objectId } = JSON.parse(line);
    if (kind === 'hello') say({ protocol: 1, sees: ['state', 'effects'], effectsBy: 'object' });
    if (kind === 'state') say({ id, state: await view.state({ objectId }) });
    if (kind === 'effects') say({ id, effects: await view.effects({ objectId }) });
  }
  await view.close();
}
