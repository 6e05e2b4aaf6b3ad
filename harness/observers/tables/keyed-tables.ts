/**
 * Tables of databases that cannot say what changed. Where rows get growing numbers, those past the greatest number of the
 * beginning are read; else the whole table, as long as it is small.
 */
import { wallClock } from '../../../simulator/clock.ts';
import { reasonOf } from '../../reason.ts';
import { textOf } from './cells.ts';
import { LIMITS, type Table, type TableRead } from './driver.ts';
import { RowStore } from './row-store.ts';

export interface KeyedTable extends Table {
  /** As it stands in a query. */
  readonly from: string;
  /** What identifies a row, as an expression. */
  readonly identity: string;
  /** Values of the columns, as expressions, in their order, each cut to the longest cell. */
  readonly values: readonly string[];
  /** A growing number, as an expression, and whether a number once given never comes again. */
  readonly key?: { readonly expression: string; readonly isFinal: boolean };
}

/** One statement, in the read's own snapshot. Values come as text, numbers or bytes. */
export type Ask = (query: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export class KeyedTables {
  readonly #length: string;
  readonly #stores = new Map<string, RowStore>();
  /** By table: the greatest number of the beginning. Set for tables that are read from there on. */
  readonly #begins = new Map<string, string>();

  /** `length`: the function that counts a value's bytes. */
  constructor(length: string) {
    this.#length = length;
  }

  /** Notes where the tables end now. */
  async begin(tables: readonly KeyedTable[], ask: Ask): Promise<void> {
    for (const table of tables) {
      if (table.key === undefined) continue;
      // Numbers that may come again are used only where there are too many rows to read them all.
      if (!table.key.isFinal && !(await this.#isLarge(table, ask))) continue;
      const [row] = await ask(`SELECT MAX(${table.key.expression}) AS n FROM ${table.from}`).catch(() => []);
      const last = textOf(row?.['n']);
      if (last !== null && /^-?\d+$/.test(last)) this.#begins.set(table.kind, last);
    }
  }

  async read(tables: readonly KeyedTable[], ask: Ask): Promise<readonly TableRead[]> {
    const deadlineMs = wallClock.tickMs() + LIMITS.readMs;
    const reads: TableRead[] = [];
    for (const table of tables) {
      try {
        if (wallClock.tickMs() > deadlineMs) throw new Error('the time of this read had run out');
        reads.push({ kind: 'rows', table, rows: (await this.#readTable(table, ask)).rows });
      } catch (error) {
        reads.push({ kind: 'unread', table, problem: reasonOf(error) });
      }
    }
    return reads;
  }

  forget(): void {
    this.#stores.clear();
  }

  async #isLarge(table: KeyedTable, ask: Ask): Promise<boolean> {
    const limited = `SELECT 1 AS one FROM ${table.from} LIMIT ${LIMITS.rows + 1}`;
    const [row] = await ask(`SELECT COUNT(*) AS n FROM (${limited}) AS some`).catch(() => []);
    return Number(row?.['n'] ?? 0) > LIMITS.rows;
  }

  async #readTable(table: KeyedTable, ask: Ask): Promise<RowStore> {
    const begin = this.#begins.get(table.kind);
    const where = begin === undefined ? '' : ` WHERE ${table.key?.expression ?? ''} > ${begin}`;
    const cells = table.values.map((value, index) => `${value} AS c${index}`);
    const rows = `SELECT ${[`${table.identity} AS row_identity`, ...cells].join(', ')} FROM ${table.from}${where}
      LIMIT ${LIMITS.rows + 1}`;
    const size = table.values.map((_, index) => `COALESCE(${this.#length}(c${index}), 0)`).join(' + ') || '0';
    const [sum] = await ask(`SELECT COUNT(*) AS n, SUM(${size}) AS bytes FROM (${rows}) AS cut`);
    if (Number(sum?.['n'] ?? 0) > LIMITS.rows)
      throw new Error(`it has more than ${LIMITS.rows} rows${begin === undefined ? '' : ' that are new'}`);
    if (Number(sum?.['bytes'] ?? 0) > LIMITS.bytes)
      throw new Error(`its rows are larger than ${LIMITS.bytes / 1024 / 1024} MiB together`);
    const found = await ask(rows);
    const identified = found.map((row) => ({
      identity: textOf(row['row_identity']) ?? '',
      cells: Object.fromEntries(
        table.columns.map(({ name }, index) => [name, textOf(row[`c${index}`])] as const),
      ),
    }));
    const store = this.#stores.get(table.kind) ?? new RowStore();
    this.#stores.set(table.kind, store);
    store.merge(identified);
    store.retain(identified.map(({ identity }) => identity));
    return store;
  }
}
