import type { Json } from '../../simulator/json.ts';
import type { Hook } from '../config/settings.ts';
import { withDeadline } from '../deadline.ts';
import { loadPostgres } from '../postgres.ts';
import { toBindParameters, type TemplateValues } from '../template.ts';
import { explainFailure, HOOK_TIMEOUT_MS } from './failure.ts';

/** One query on a connection of its own. Resolves with the first row as an object, or `null` when there is none. */
export async function runSqlHook(
  hook: Extract<Hook, { kind: 'sql' }>,
  values: TemplateValues,
  outer: AbortSignal | undefined,
): Promise<Json | null> {
  const postgres = await loadPostgres();
  const what = `The hook query "${hook.query}"`;
  try {
    const { text, parameters } = toBindParameters(hook.query, values);
    const client = new postgres.Client({
      connectionString: hook.database,
      application_name: 'lost200',
      connectionTimeoutMillis: 5000,
      statement_timeout: HOOK_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    const ended = (signal: AbortSignal): void => signal.addEventListener('abort', () => void client.end());
    return await withDeadline(HOOK_TIMEOUT_MS, outer, async (signal) => {
      ended(signal);
      try {
        signal.throwIfAborted();
        await client.connect();
        const { rows } = await client.query(text, [...parameters]);
        return rows[0] === undefined ? null : (JSON.parse(JSON.stringify(rows[0])) as Json);
      } finally {
        await client.end();
      }
    });
  } catch (error) {
    throw explainFailure(
      what,
      error,
      'Try the query by hand; values are bound as parameters and may need a cast: {objectId}::int.',
      outer,
    );
  }
}
