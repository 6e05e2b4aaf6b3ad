/**
 * The tables of an SQLite file. The file itself is never opened by SQLite here: a reader of it would hold locks that the
 * receiver can feel, and could leave files beside it. Its content is read, and looked at in memory.
 */
import { Lost200Error } from '../../errors.ts';
import { reasonOf } from '../../reason.ts';
import { LIMITS, type Column, type Driver, type ForeignKey, type TableRead } from './driver.ts';
import { KeyedTables, type Ask, type KeyedTable } from './keyed-tables.ts';
import { readImage } from './sqlite-image.ts';

type QueryRow = Readonly<Record<string, unknown>>;

/** It has no types of its own, so the compiler is not to look for them. */
const PACKAGE: string = 'sql.js';

/** As much of the package `sql.js` as is used here. */
interface Database {
  exec(query: string): { readonly columns: string[]; readonly values: unknown[][] }[];
  close(): void;
}
type LoadDriver = () => Promise<{ readonly Database: new (bytes: Uint8Array) => Database }>;
type OpenDatabase = (bytes: Uint8Array) => Database;

/** `database`: `sqlite:` and a path. @throws Lost200Error LOST200_E_MISSING_DRIVER, LOST200_E_DATABASE */
export async function openSqlite(database: string): Promise<Driver> {
  const file = database.replace(/^sqlite:/, '');
  const driver = new SqliteTables(file, await loadDriver());
  try {
    await driver.begin();
    return driver;
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_DATABASE',
      `The database ${file} (observe.tables) cannot be read: ${reasonOf(error)}`,
      'Check observe.tables.database (--db): the path of an SQLite file that is there when the run begins.',
      { cause: error },
    );
  }
}

async function loadDriver(): Promise<OpenDatabase> {
  try {
    const { default: load } = (await import(PACKAGE)) as { readonly default: LoadDriver };
    const { Database } = await load();
    return (bytes) => new Database(bytes);
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_MISSING_DRIVER',
      'The config names an SQLite database, and its driver is not installed.',
      'npm install sql.js',
      { cause: error },
    );
  }
}

class SqliteTables implements Driver {
  readonly #file: string;
  readonly #open: OpenDatabase;
  readonly #keyed = new KeyedTables('LENGTH');
  #version: string | undefined;
  #reads: readonly TableRead[] = [];

  constructor(file: string, open: OpenDatabase) {
    this.#file = file;
    this.#open = open;
  }

  async begin(): Promise<void> {
    const { bytes } = await readImage(this.#file);
    if (bytes !== undefined) await this.#look(bytes, (tables, ask) => this.#keyed.begin(tables, ask));
  }

  async read(): Promise<readonly TableRead[]> {
    const { version, bytes } = await readImage(this.#file, this.#version);
    if (bytes !== undefined) {
      this.#reads = await this.#look(bytes, (tables, ask) => this.#keyed.read(tables, ask));
      this.#version = version;
    }
    return this.#reads;
  }

  forget(): void {
    this.#keyed.forget();
    this.#version = undefined;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #look<T>(
    bytes: Uint8Array,
    work: (tables: readonly KeyedTable[], ask: Ask) => Promise<T>,
  ): Promise<T> {
    const database = this.#open(bytes);
    try {
      const ask = (query: string): readonly QueryRow[] =>
        database
          .exec(query)
          .flatMap(({ columns, values }) =>
            values.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
          );
      return await work(tablesIn(ask), async (query) => ask(query));
    } finally {
      database.close();
    }
  }
}

function tablesIn(ask: (query: string) => readonly QueryRow[]): readonly KeyedTable[] {
  const rows = ask(`SELECT name, wr FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
    LIMIT ${LIMITS.tables + 1}`);
  if (rows.length > LIMITS.tables) throw new Error(`there are more than ${LIMITS.tables} tables`);
  return rows.map((row) => tableOf(text(row['name']), Number(row['wr']) === 1, ask));
}

function tableOf(
  name: string,
  withoutRowId: boolean,
  ask: (query: string) => readonly QueryRow[],
): KeyedTable {
  const found = ask(`SELECT name, type, hidden, pk, dflt_value FROM pragma_table_xinfo(${literal(name)})`);
  const primaryKey = found
    .filter((row) => Number(row['pk']) > 0)
    .sort((one, other) => Number(one['pk']) - Number(other['pk']))
    .map((row) => text(row['name']));
  const columns = found.map((row): Column => {
    const isRowId =
      primaryKey.length === 1 && primaryKey[0] === row['name'] && /^integer$/i.test(text(row['type']));
    const made = Number(row['hidden']) > 1 || /current_|random|now|julian/i.test(text(row['dflt_value']));
    return { name: text(row['name']), type: text(row['type']), generated: isRowId || made };
  });
  const names = new Set(columns.map((column) => column.name.toLowerCase()));
  const rowId = withoutRowId ? undefined : ['rowid', '_rowid_', 'oid'].find((one) => !names.has(one));
  const keys = primaryKey.map((column) => `quote(${quoted(column)})`).join(" || ',' || ");
  return {
    kind: name.includes('.') || name.includes('"') ? quoted(name) : name,
    columns,
    foreignKeys: foreignKeysOf(name, ask),
    from: `main.${quoted(name)}`,
    identity: rowId ?? (keys === '' ? "''" : keys),
    values: columns.map((column) => {
      const value = quoted(column.name);
      const whole = `CASE typeof(${value}) WHEN 'blob' THEN ${value} ELSE CAST(${value} AS TEXT) END`;
      return `substr(${whole}, 1, ${LIMITS.cell})`;
    }),
    ...(rowId !== undefined && { key: { expression: rowId, isFinal: false } }),
  };
}

function foreignKeysOf(table: string, ask: (query: string) => readonly QueryRow[]): readonly ForeignKey[] {
  const rows = ask(
    `SELECT id, "table" AS target, "from" AS source, "to" AS aim FROM pragma_foreign_key_list(${literal(table)}) ORDER BY id, seq`,
  );
  return [...new Set(rows.map((row) => Number(row['id'])))].map((id) => {
    const own = rows.filter((row) => Number(row['id']) === id);
    const references = text(own[0]?.['target']);
    const primaryKey = ask(
      `SELECT name FROM pragma_table_xinfo(${literal(references)}) WHERE pk > 0 ORDER BY pk`,
    ).map((row) => text(row['name']));
    return {
      columns: own.map((row) => text(row['source'])),
      references,
      // A key that names no columns refers to the primary key.
      referenced: own.map((row, index) => text(row['aim']) || (primaryKey[index] ?? '')),
    };
  });
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
