/**
 * PostgreSQL's tables. Rows that came or changed since the baseline are found by the transaction that wrote them, so that
 * foreign rows are looked at but never sent. One connection, on which the server refuses to write.
 */
import { wallClock } from '../../../simulator/clock.ts';
import { Lost200Error } from '../../errors.ts';
import {
  loadPostgres,
  type PostgresConnection,
  type PostgresPool,
  type QueryResult,
  type Row as QueryRow,
} from '../../postgres.ts';
import { reasonOf } from '../../reason.ts';
import { textOf } from './cells.ts';
import { LIMITS, type Driver, type TableRead } from './driver.ts';
import {
  CATALOGUE,
  countSince,
  identitiesSince,
  POSITION,
  rowsSince,
  tablesIn,
  type PostgresTable,
} from './postgres-queries.ts';
import { RowStore, type IdentifiedRow } from './row-store.ts';

const BEGIN = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  `SET LOCAL statement_timeout = ${LIMITS.statementMs}`,
  `SET LOCAL lock_timeout = ${LIMITS.lockMs}`,
  `SET LOCAL idle_in_transaction_session_timeout = ${2 * LIMITS.readMs}`,
  // A policy that hides rows makes a table unread, instead of making its rows look gone.
  'SET LOCAL row_security = off',
  "SET LOCAL TimeZone = 'UTC'",
].join('; ');

/** What is known of one table. */
interface Known {
  readonly store: RowStore;
  /** Where the next read begins. */
  position: string;
}

/** @throws Lost200Error LOST200_E_MISSING_DRIVER, LOST200_E_DATABASE */
export async function openPostgres(
  database: string,
  schemas: readonly string[] | undefined,
): Promise<Driver> {
  const { Pool } = await loadPostgres();
  const pool = new Pool({
    connectionString: database,
    application_name: 'lost200',
    max: 1,
    connectionTimeoutMillis: 5000,
    statement_timeout: LIMITS.statementMs,
    query_timeout: LIMITS.readMs,
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced at the next read, which reports it if it cannot be.
  pool.on('error', () => undefined);
  // One that breaks between two statements of a read fails the next statement; unheard, it would end the process.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  try {
    const { position } = await inTransaction(pool, async (_client, found) => found);
    return new PostgresTables(pool, position, schemas);
  } catch (error) {
    await pool.end();
    const url = new URL(database);
    throw new Lost200Error(
      'LOST200_E_DATABASE',
      `The database ${url.host}${url.pathname} (observe.tables) cannot be read: ${reasonOf(error)}`,
      'Check observe.tables.database (--db): host, port, name, user and password; and that the database is up.',
      { cause: error },
    );
  }
}

interface Position {
  readonly position: string;
  readonly shape: string;
}

/** One snapshot for everything that `work` asks. */
async function inTransaction<T>(
  pool: PostgresPool,
  work: (client: PostgresConnection, position: Position) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isSound = false;
  try {
    const [row] = (await ask(client, `${BEGIN}; ${POSITION}`)).at(-1) ?? [];
    const result = await work(client, {
      position: String(row?.['position']),
      shape: String(row?.['shape']),
    });
    await client.query('COMMIT');
    isSound = true;
    return result;
  } finally {
    // A connection that failed is closed, and its transaction with it.
    client.release(!isSound);
  }
}

async function ask(client: PostgresConnection, text: string): Promise<readonly (readonly QueryRow[])[]> {
  const results = await client.query(text);
  return (Array.isArray(results) ? (results as readonly QueryResult[]) : [results as QueryResult]).map(
    (result) => result.rows,
  );
}

class PostgresTables implements Driver {
  readonly #pool: PostgresPool;
  readonly #baseline: string;
  readonly #schemas: readonly string[] | undefined;
  readonly #known = new Map<string, Known>();
  #tables: readonly PostgresTable[] = [];
  #shape = '';
  /** Tables that could not be read: asked one by one, so that they do not fail the others. */
  #apart = new Set<string>();

  constructor(pool: PostgresPool, baseline: string, schemas: readonly string[] | undefined) {
    this.#pool = pool;
    this.#baseline = baseline;
    this.#schemas = schemas;
  }

  async read(): Promise<readonly TableRead[]> {
    return inTransaction(this.#pool, async (client, { position, shape }) => {
      const deadlineMs = wallClock.tickMs() + LIMITS.readMs;
      if (shape !== this.#shape) await this.#learnTables(client, shape);
      const together = this.#tables.filter((table) => !this.#apart.has(table.oid));
      const problems = new Map<string, string>();
      if ((await this.#attempt(client, together, position)) !== undefined) {
        for (const table of together) this.#apart.add(table.oid);
        // Perhaps a column has gone: the next read looks again.
        this.#shape = '';
      }
      for (const table of this.#tables.filter(({ oid }) => this.#apart.has(oid))) {
        const problem =
          wallClock.tickMs() > deadlineMs
            ? 'the time of this read had run out'
            : await this.#attempt(client, [table], position);
        if (problem === undefined) this.#apart.delete(table.oid);
        else problems.set(table.oid, problem);
      }
      return this.#tables.map((table): TableRead => {
        const problem = problems.get(table.oid);
        return problem === undefined
          ? { kind: 'rows', table, rows: this.#of(table).store.rows }
          : { kind: 'unread', table, problem };
      });
    });
  }

  forget(): void {
    this.#known.clear();
    this.#shape = '';
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #learnTables(client: PostgresConnection, shape: string): Promise<void> {
    const [rows = []] = await ask(client, CATALOGUE);
    if (rows.length > LIMITS.tables)
      throw new Error(
        `there are more than ${LIMITS.tables} tables; name the schemas to look at in observe.tables.schemas`,
      );
    const before = new Map(this.#tables.map((table) => [table.oid, table]));
    this.#tables = tablesIn(rows, this.#schemas);
    this.#shape = shape;
    for (const table of this.#tables) {
      // Other columns: other rows.
      const old = before.get(table.oid);
      if (old !== undefined && rowsSince(old, '3') !== rowsSince(table, '3')) this.#known.delete(table.oid);
    }
  }

  /** Reads the tables in one go; why it could not, when it could not. */
  async #attempt(
    client: PostgresConnection,
    tables: readonly PostgresTable[],
    position: string,
  ): Promise<string | undefined> {
    if (tables.length === 0) return undefined;
    await client.query('SAVEPOINT tables');
    try {
      const asked = tables.flatMap((table) => [
        countSince(table, this.#baseline),
        rowsSince(table, this.#of(table).position),
      ]);
      const answers = await ask(client, asked.join('; '));
      for (const [index, table] of tables.entries())
        await this.#take(client, table, position, answers[2 * index] ?? [], answers[2 * index + 1] ?? []);
      await client.query('RELEASE SAVEPOINT tables');
      return undefined;
    } catch (error) {
      await client.query('ROLLBACK TO SAVEPOINT tables');
      return reasonOf(error);
    }
  }

  async #take(
    client: PostgresConnection,
    table: PostgresTable,
    position: string,
    counted: readonly QueryRow[],
    rows: readonly QueryRow[],
  ): Promise<void> {
    if (rows.length > LIMITS.rows) throw new Error(`more than ${LIMITS.rows} rows changed`);
    if (Number(rows.at(-1)?.['bytes'] ?? 0) > LIMITS.bytes)
      throw new Error(`its changed rows are larger than ${LIMITS.bytes / 1024 / 1024} MiB together`);
    const known = this.#of(table);
    const { store } = known;
    store.merge(rows.map((row) => identified(table, row)));
    if (store.size > LIMITS.kept) throw new Error(`more than ${LIMITS.kept} rows changed in all`);
    // More are known than are there: some were deleted, or got another key.
    if (store.size !== Number(counted[0]?.['n'])) {
      const [identities = []] = await ask(client, identitiesSince(table, this.#baseline));
      store.retain(identities.map((row) => String(row['identity'])));
    }
    known.position = position;
  }

  #of(table: PostgresTable): Known {
    const known = this.#known.get(table.oid) ?? { store: new RowStore(), position: this.#baseline };
    this.#known.set(table.oid, known);
    return known;
  }
}

function identified(table: PostgresTable, row: QueryRow): IdentifiedRow {
  const cells = table.columns.map((column, index) => [column.name, textOf(row[`c${index}`])] as const);
  return { identity: String(row['identity']), cells: Object.fromEntries(cells) };
}
