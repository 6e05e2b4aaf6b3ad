/** The receiver's database as a view of its state; only ever read. */
import type { SeenEffect } from '../../simulator/history.ts';
import type { JsonObject } from '../../simulator/json.ts';
import type { SqlObserverSettings } from '../config/settings.ts';
import { withDeadline } from '../deadline.ts';
import { Lost200Error } from '../errors.ts';
import { loadPostgres, type PostgresPool, type QueryResult } from '../postgres.ts';
import { reasonOf } from '../reason.ts';
import { toBindParameters } from '../template.ts';
import { effectOf } from './effect-row.ts';
import type { Observer, Subject } from './observer.ts';
import { valuesOf, type ObserverContext } from './values.ts';

const READ_TIMEOUT_MS = 5000;
const ROWS_MAX = 10_000;

/**
 * Connects and looks whether the database answers. At most two connections, on which PostgreSQL itself refuses to write.
 * A state that is NULL counts as "no such object".
 * @throws Lost200Error LOST200_E_MISSING_DRIVER, LOST200_E_DATABASE
 */
export async function createSqlObserver(
  settings: SqlObserverSettings,
  context: ObserverContext,
): Promise<Observer> {
  const pool = await openPool(settings.database);
  const read = async (
    query: string,
    subject: Subject,
    outer: AbortSignal,
    eventId?: string,
  ): Promise<QueryResult> => {
    try {
      const { text, parameters } = toBindParameters(query, valuesOf(subject, context, eventId));
      return await withDeadline(READ_TIMEOUT_MS, outer, (signal) =>
        abortable(pool.query(text, [...parameters]), signal),
      );
    } catch (error) {
      throw new Error(`The query "${query}" for object ${subject.objectId} failed: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  };
  const { state, effects, values } = settings;
  return {
    name: 'sql',
    ...(values !== undefined && {
      readValues: async (subject: Subject, signal: AbortSignal) =>
        valuesIn(await read(values, subject, signal), values),
    }),
    ...(state !== undefined && {
      readState: async (subject: Subject, signal: AbortSignal) =>
        stateIn(await read(state, subject, signal), state),
    }),
    ...(effects !== undefined && {
      readEffects: async (subject: Subject, signal: AbortSignal) => {
        const readOf = async (eventId?: string): Promise<readonly SeenEffect[]> =>
          effectsIn(await read(effects, subject, signal, eventId), effects, subject, eventId);
        if (!effects.includes('{eventId}')) return readOf();
        return (await Promise.all(subject.eventIds.map(readOf))).flat();
      },
    }),
    readsEffectsBy: effects?.includes('{eventId}') === true ? 'event' : 'object',
    close: () => pool.end(),
  };
}

async function openPool(database: string): Promise<PostgresPool> {
  const { Pool } = await loadPostgres();
  const pool = new Pool({
    connectionString: readOnly(database),
    application_name: 'lost200',
    max: 2,
    connectionTimeoutMillis: READ_TIMEOUT_MS,
    statement_timeout: READ_TIMEOUT_MS,
    query_timeout: READ_TIMEOUT_MS + 1000,
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced at the next read, which reports it if it cannot be.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1', []);
    return pool;
  } catch (error) {
    await pool.end();
    const url = new URL(database);
    throw new Lost200Error(
      'LOST200_E_DATABASE',
      `The database ${url.host}${url.pathname} (observe.sql) cannot be read: ${reasonOf(error)}`,
      'Check observe.sql.database: host, port, name, user and password; and that the database is up.',
      { cause: error },
    );
  }
}

/** The connection string with the server's own read-only switch, beside options that are in it already. */
function readOnly(database: string): string {
  const url = new URL(database);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', `${given === null ? '' : `${given} `}-c default_transaction_read_only=on`);
  return url.href;
}

/** Stops waiting when the signal aborts; the server ends the query itself at its statement timeout. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('interrupted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function stateIn(result: QueryResult, query: string): string | null {
  const [row] = result.rows;
  if (row === undefined) return null;
  if (result.rows.length > 1) throw new Error(`Expected one row of "${query}", got ${result.rows.length}`);
  const state = row[result.fields[0]?.name ?? ''];
  if (state === null || state === undefined) return null;
  if (typeof state === 'string' || typeof state === 'number' || typeof state === 'boolean')
    return String(state);
  throw new Error(
    `Expected a state (text, number or boolean) in the first column of "${query}", got ${JSON.stringify(state)}`,
  );
}

/** Columns as JSON has them: an instant is text, a number too large for JSON as well. */
function valuesIn(result: QueryResult, query: string): JsonObject | null {
  const [row] = result.rows;
  if (row === undefined) return null;
  if (result.rows.length > 1) throw new Error(`Expected one row of "${query}", got ${result.rows.length}`);
  const text = JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return JSON.parse(text) as JsonObject;
}

function effectsIn(
  result: QueryResult,
  query: string,
  subject: Subject,
  eventId?: string,
): readonly SeenEffect[] {
  if (result.rows.length > ROWS_MAX)
    throw new Error(`Expected at most ${ROWS_MAX} rows of "${query}", got ${result.rows.length}`);
  return result.rows.map((row, index) => {
    const effect = effectOf(row, subject, eventId);
    if (!('fault' in effect)) return effect;
    throw new Error(
      `Expected rows { kind, event_id?, object_id?, key? } of "${query}", but row ${index} ${effect.fault}`,
    );
  });
}
