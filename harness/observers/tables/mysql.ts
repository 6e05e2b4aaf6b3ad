/** The tables of MySQL and MariaDB. One connection, in read-only transactions. */
import { abortable, withDeadline } from '../../deadline.ts';
import { Lost200Error } from '../../errors.ts';
import { reasonOf } from '../../reason.ts';
import { kindOf, LIMITS, type Column, type Driver, type TableRead } from './driver.ts';
import { KeyedTables, type Ask, type KeyedTable } from './keyed-tables.ts';

type QueryRow = Readonly<Record<string, unknown>>;

/** As much of a connection of the package `mysql2` as is used here. */
interface Connection {
  query(statement: {
    readonly sql: string;
    /** Milliseconds. */
    readonly timeout: number;
  }): Promise<readonly [unknown, unknown]>;
  on(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
  destroy(): void;
}

const SETTINGS = [
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  "SET SESSION time_zone = '+00:00'",
  'SET SESSION lock_wait_timeout = 1, innodb_lock_wait_timeout = 1',
];
/** MySQL and MariaDB name it differently; each refuses the other's. */
const STATEMENT_TIMEOUTS = [
  `SET SESSION max_statement_time = ${LIMITS.statementMs / 1000}`,
  `SET SESSION max_execution_time = ${LIMITS.statementMs}`,
];
const BEGIN = 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY';

const CLOSE_MS = 1000;

const BINARY = /^(?:binary|varbinary|tinyblob|blob|mediumblob|longblob|vector)$/;
const SPATIAL = /^(?:geometry|point|linestring|polygon|multi\w+|geom\w*collection)$/;

/** @throws Lost200Error LOST200_E_MISSING_DRIVER, LOST200_E_DATABASE */
export async function openMysql(database: string, schemas: readonly string[] | undefined): Promise<Driver> {
  const connect = await loadDriver(database);
  const driver = new MysqlTables(connect, schemas);
  try {
    await driver.begin();
    return driver;
  } catch (error) {
    await driver.close();
    const url = new URL(database);
    throw new Lost200Error(
      'LOST200_E_DATABASE',
      `The database ${url.host}${url.pathname} (observe.tables) cannot be read: ${reasonOf(error)}`,
      'Check observe.tables.database (--db): host, port, name, user and password; and that the database is up.',
      { cause: error },
    );
  }
}

async function loadDriver(database: string): Promise<() => Promise<Connection>> {
  try {
    const { createConnection } = await import('mysql2/promise');
    const uri = database.replace(/^mariadb:/, 'mysql:');
    return () =>
      createConnection({ uri, connectTimeout: 5000, supportBigNumbers: true, bigNumberStrings: true });
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_MISSING_DRIVER',
      'The config names a MySQL database, and its driver is not installed.',
      'npm install mysql2',
      { cause: error },
    );
  }
}

class MysqlTables implements Driver {
  readonly #connect: () => Promise<Connection>;
  readonly #schemas: readonly string[] | undefined;
  readonly #keyed = new KeyedTables('OCTET_LENGTH');
  #connection: Connection | undefined;

  constructor(connect: () => Promise<Connection>, schemas: readonly string[] | undefined) {
    this.#connect = connect;
    this.#schemas = schemas;
  }

  async begin(): Promise<void> {
    await this.#inTransaction((tables, ask) => this.#keyed.begin(tables, ask));
  }

  async read(): Promise<readonly TableRead[]> {
    return this.#inTransaction((tables, ask) => this.#keyed.read(tables, ask));
  }

  forget(): void {
    this.#keyed.forget();
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    await withDeadline(CLOSE_MS, undefined, (until) => abortable(connection.end(), until)).catch(() =>
      connection.destroy(),
    );
  }

  async #inTransaction<T>(work: (tables: readonly KeyedTable[], ask: Ask) => Promise<T>): Promise<T> {
    const connection = (this.#connection ??= await this.#open());
    const ask: Ask = async (query) => (await connection.query(bounded(query)))[0] as readonly QueryRow[];
    try {
      await ask(BEGIN);
      const result = await work(await tablesIn(ask, this.#schemas), ask);
      await ask('COMMIT');
      return result;
    } catch (error) {
      // A connection that failed is closed, and its transaction with it; the next read opens another one.
      connection.destroy();
      this.#connection = undefined;
      throw error;
    }
  }

  async #open(): Promise<Connection> {
    const connection = await this.#connect();
    connection.on('error', () => undefined);
    try {
      for (const setting of SETTINGS) await connection.query(bounded(setting));
      for (const timeout of STATEMENT_TIMEOUTS)
        await connection.query(bounded(timeout)).catch(() => undefined);
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }
}

async function tablesIn(ask: Ask, schemas: readonly string[] | undefined): Promise<readonly KeyedTable[]> {
  const wanted = schemas === undefined ? 'DATABASE()' : schemas.map(literal).join(', ');
  const tables = await ask(`SELECT TABLE_SCHEMA AS s, TABLE_NAME AS t, TABLE_SCHEMA = DATABASE() AS own
    FROM information_schema.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA IN (${wanted})
    ORDER BY 1, 2 LIMIT ${LIMITS.tables + 1}`);
  if (tables.length > LIMITS.tables) throw new Error(`there are more than ${LIMITS.tables} tables`);
  const columns =
    await ask(`SELECT TABLE_SCHEMA AS s, TABLE_NAME AS t, COLUMN_NAME AS c, DATA_TYPE AS type, EXTRA AS extra,
    COLUMN_DEFAULT AS byDefault FROM information_schema.COLUMNS WHERE TABLE_SCHEMA IN (${wanted}) ORDER BY 1, 2, ORDINAL_POSITION`);
  const keys = await ask(`SELECT TABLE_SCHEMA AS s, TABLE_NAME AS t, CONSTRAINT_NAME AS k, COLUMN_NAME AS c,
    REFERENCED_TABLE_SCHEMA AS rs, REFERENCED_TABLE_NAME AS rt, REFERENCED_COLUMN_NAME AS rc
    FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA IN (${wanted}) ORDER BY 1, 2, 3, ORDINAL_POSITION`);
  const own = new Set(tables.filter((table) => Number(table['own']) === 1).map((table) => text(table['s'])));
  const kind = (schema: string, name: string): string => kindOf(own.has(schema) ? undefined : schema, name);
  const isOf = (table: QueryRow) => (row: QueryRow) => row['s'] === table['s'] && row['t'] === table['t'];
  return tables.map((table) => tableOf(table, columns.filter(isOf(table)), keys.filter(isOf(table)), kind));
}

function tableOf(
  table: QueryRow,
  columnRows: readonly QueryRow[],
  keyRows: readonly QueryRow[],
  kind: (schema: string, name: string) => string,
): KeyedTable {
  const columns = columnRows.map((row): Column => {
    const made = `${text(row['extra'])} ${text(row['byDefault'])}`;
    return {
      name: text(row['c']),
      type: text(row['type']).toLowerCase(),
      generated: /auto_increment|generated(?!.*default_)|uuid|current_timestamp/i.test(made),
    };
  });
  const counter = columnRows.find((row) => /auto_increment/i.test(text(row['extra'])));
  const primaryKey = keyRows.filter((row) => row['k'] === 'PRIMARY').map((row) => text(row['c']));
  const foreign = keyRows.filter((row) => text(row['rt']) !== '');
  const values = columns.map(valueOf);
  return {
    kind: kind(text(table['s']), text(table['t'])),
    columns,
    foreignKeys: [...new Set(foreign.map((row) => text(row['k'])))].map((name) => {
      const rows = foreign.filter((row) => row['k'] === name);
      return {
        columns: rows.map((row) => text(row['c'])),
        references: kind(text(rows[0]?.['rs']), text(rows[0]?.['rt'])),
        referenced: rows.map((row) => text(row['rc'])),
      };
    }),
    from: `${quoted(text(table['s']))}.${quoted(text(table['t']))}`,
    // Where there is no key, the row itself and its number in this read: equal rows are two.
    identity:
      primaryKey.length > 0
        ? `MD5(CONCAT_WS(',', ${primaryKey.map((name) => `HEX(${quoted(name)})`).join(', ')}))`
        : 'ROW_NUMBER() OVER ()',
    values,
    ...(counter !== undefined && { key: { expression: quoted(text(counter['c'])), isFinal: true } }),
  };
}

function valueOf({ name, type }: Column): string {
  if (BINARY.test(type)) return `LEFT(${quoted(name)}, ${LIMITS.cell})`;
  if (SPATIAL.test(type)) return `LEFT(ST_AsText(${quoted(name)}), ${LIMITS.cell})`;
  if (type === 'bit') return `CAST(CAST(${quoted(name)} AS UNSIGNED) AS CHAR)`;
  return `LEFT(CAST(${quoted(name)} AS CHAR), ${LIMITS.cell})`;
}

/** A server that has stopped answering is not waited for. */
function bounded(sql: string): { readonly sql: string; readonly timeout: number } {
  return { sql, timeout: LIMITS.readMs };
}

function text(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'string' ? value : '';
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

function literal(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
