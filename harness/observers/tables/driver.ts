/** What the tables observer asks of a database: which tables there are, and the rows that came or changed since it was opened. */

export interface Column {
  readonly name: string;
  /** As the database names it. */
  readonly type: string;
  /** The database makes the value: a sequence, an identity, a generated column, a fresh uuid. */
  readonly generated: boolean;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  /** The kind of the table that is referred to. */
  readonly references: string;
  readonly referenced: readonly string[];
}

export interface Table {
  /** How the table is shown and configured: its name, or `schema.name` outside of the default schema. */
  readonly kind: string;
  readonly columns: readonly Column[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** A row's values by column, as text. */
export type Cells = Readonly<Record<string, string | null>>;

/** A row that did not change since the last read is the same object as then. */
export interface Row {
  readonly cells: Cells;
}

export type TableRead =
  | { readonly kind: 'rows'; readonly table: Table; readonly rows: readonly Row[] }
  /** The table could not be read this time; `problem` says why, without a full stop. */
  | { readonly kind: 'unread'; readonly table: Table; readonly problem: string };

export interface Driver {
  /** Every table, each with its rows since the baseline. Rejects only when the database itself does not answer. */
  read(): Promise<readonly TableRead[]>;
  /** The next read takes nothing from memory. */
  forget(): void;
  close(): Promise<void>;
}

/** Bounds of one read; whatever is larger is left unread, or cut where it is one cell. */
export const LIMITS: Readonly<
  Record<'cell' | 'rows' | 'bytes' | 'kept' | 'tables' | 'statementMs' | 'lockMs' | 'readMs', number>
> = {
  /** Characters of one cell. */
  cell: 65_536,
  rows: 50_000,
  bytes: 64 * 1024 * 1024,
  /** Rows of one table that are kept in memory. */
  kept: 500_000,
  tables: 1000,
  statementMs: 2000,
  lockMs: 200,
  readMs: 4500,
};

/** `name`, or `schema.name`; parts with dots or quotes are quoted, so that no two tables have one kind. */
export function kindOf(schema: string | undefined, name: string): string {
  const part = (text: string): string => (/[."]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return schema === undefined ? part(name) : `${part(schema)}.${part(name)}`;
}
