/** What the tables observer asks PostgreSQL. All of it is text: PostgreSQL itself makes text of every value. */
import { kindOf, LIMITS, type Column, type ForeignKey, type Table } from './driver.ts';
import type { Row as QueryRow } from '../../postgres.ts';

export interface PostgresTable extends Table {
  readonly oid: string;
  /** As it stands in a query. Inherited tables are read on their own, partitions through the table that they are of. */
  readonly from: string;
  /** What identifies a row, as an expression. */
  readonly identity: string;
  /** Values of the columns, as expressions, in their order. */
  readonly values: readonly string[];
}

const TABLES = `c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't'
  AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' AND has_schema_privilege(n.oid, 'USAGE')`;

/** The oldest transaction still at work, which is where the next read begins; and what changes when any table does. */
export const POSITION: string = `SELECT (txid_snapshot_xmin(txid_current_snapshot()) % 4294967296)::text AS position,
  (SELECT md5(coalesce(string_agg(concat_ws(' ', c.oid, c.relname, c.relnatts, n.nspname), ',' ORDER BY c.oid), ''))
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${TABLES}) AS shape`;

export const CATALOGUE: string = `SELECT c.oid::text AS oid, n.nspname AS schema, c.relname AS name, c.relkind = 'p' AS partitioned,
  coalesce(n.nspname = current_schema(), false) AS is_default,
  (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
      'binary', 17 IN (a.atttypid, t.typbasetype),
      'generated', a.attgenerated <> '' OR a.attidentity <> ''
        OR coalesce(pg_get_expr(d.adbin, d.adrelid) ~* 'nextval|uuid|random|now\\(|current_|clock_|_timestamp', false))
      ORDER BY a.attnum)
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  (SELECT json_agg(a.attname ORDER BY k.place)
    FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
    WHERE i.indrelid = c.oid AND i.indisprimary AND k.place <= i.indnkeyatts) AS primary_key,
  (SELECT json_agg(json_build_object('references', f.confrelid::text,
      'columns', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(f.conkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number),
      'referenced', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(f.confkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.number)) ORDER BY f.conname)
    FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conparentid = 0) AS foreign_keys
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ${TABLES}
ORDER BY n.nspname, c.relname LIMIT ${LIMITS.tables + 1}`;

interface CatalogueColumn extends Column {
  readonly binary: boolean;
}

/** Tables out of the catalogue's rows; `schemas`: only those in these. */
export function tablesIn(
  rows: readonly QueryRow[],
  schemas: readonly string[] | undefined,
): readonly PostgresTable[] {
  const kinds = new Map(
    rows.map((row) => [
      text(row['oid']),
      kindOf(row['is_default'] === true ? undefined : text(row['schema']), text(row['name'])),
    ]),
  );
  return rows
    .filter((row) => schemas === undefined || schemas.includes(text(row['schema'])))
    .map((row) => {
      const oid = text(row['oid']);
      const columns = (row['columns'] ?? []) as readonly CatalogueColumn[];
      const primaryKey = (row['primary_key'] ?? []) as readonly string[];
      const foreignKeys = (row['foreign_keys'] ?? []) as readonly ForeignKey[];
      const name = `${quoted(text(row['schema']))}.${quoted(text(row['name']))}`;
      return {
        oid,
        kind: kinds.get(oid) ?? oid,
        columns: columns.map(({ name, type, generated }) => ({ name, type, generated })),
        foreignKeys: foreignKeys.map((key) => ({ ...key, references: kinds.get(key.references) ?? '' })),
        from: row['partitioned'] === true ? `${name} AS t` : `ONLY ${name} AS t`,
        identity:
          primaryKey.length === 0
            ? "t.tableoid::text || ' ' || t.ctid::text"
            : `md5(ROW(${primaryKey.map((column) => `t.${quoted(column)}`).join(', ')})::text)`,
        values: columns.map(({ name, binary }) =>
          binary
            ? `substring(t.${quoted(name)} FROM 1 FOR ${LIMITS.cell})`
            : `left(t.${quoted(name)}::text, ${LIMITS.cell})`,
        ),
      };
    });
}

/** How many rows were written by transactions not older than the given one. Right beyond the wraparound of their numbers. */
export function countSince(table: PostgresTable, position: string): string {
  return `SELECT count(*)::text AS n FROM ${table.from} WHERE ${since(position)}`;
}

/** Those rows, as `identity`, `c0`, `c1`…, and how many bytes they are together up to each. */
export function rowsSince(table: PostgresTable, position: string): string {
  const cells = table.values.map((value, index) => `${value} AS c${index}`);
  const size = table.values.map((_, index) => `coalesce(octet_length(c${index}), 0)`).join(' + ') || '0';
  return `SELECT * FROM (SELECT *, sum(${size}) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
    FROM (SELECT ${[`${table.identity} AS identity`, ...cells].join(', ')} FROM ${table.from}
      WHERE ${since(position)} LIMIT ${LIMITS.rows + 1}) AS cut) AS summed WHERE bytes - (${size}) <= ${LIMITS.bytes}`;
}

export function identitiesSince(table: PostgresTable, position: string): string {
  return `SELECT ${table.identity} AS identity FROM ${table.from} WHERE ${since(position)} LIMIT ${LIMITS.kept + 1}`;
}

function since(position: string): string {
  return `age(t.xmin) <= (SELECT age('${position}'::xid))`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
