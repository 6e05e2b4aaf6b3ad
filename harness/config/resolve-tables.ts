/** The settings of the tables observer. */
import { resolve } from 'node:path';
import { fromEnvironment, problem, type Scope } from './scope.ts';
import type { TablesObserverSettings } from './settings.ts';
import type { ObserveConfig } from './user-config.ts';

const PATH = ['observe', 'tables'];

/** `folder`: where the path of a database file begins. */
export function resolveTables(
  scope: Scope,
  tables: NonNullable<ObserveConfig['tables']>,
  folder: string,
): TablesObserverSettings {
  const { judge = [], ignore = [], schemas, state, mask = [] } = tables;
  const both = judge.find((table) => ignore.includes(table));
  if (both !== undefined)
    throw problem(
      scope,
      [...PATH, 'judge'],
      `names ${both}, and so does observe.tables.ignore.`,
      'Name it in one of them.',
    );
  return {
    database: databaseOf(scope, tables.database, folder),
    judge,
    ignore,
    mask,
    ...(schemas !== undefined && { schemas }),
    ...(state !== undefined && { state }),
  };
}

/** A URL as it is; the path of a file as `sqlite:` and the absolute path. */
function databaseOf(scope: Scope, written: string, folder: string): string {
  const database = fromEnvironment(scope, written, [...PATH, 'database']);
  if (/^(?:postgres(?:ql)?|mysql|mariadb):\/\/./.test(database) && URL.canParse(database)) return database;
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(database)?.[1] ?? database;
  if (file !== '' && !/^[a-z][\w+.-]+:/i.test(file)) return `sqlite:${resolve(folder, file)}`;
  throw problem(
    scope,
    [...PATH, 'database'],
    'is neither a URL of a database nor the path of an SQLite file.',
    'Write postgres://user:password@host:5432/name, mysql://user:password@host:3306/name or sqlite:path/to/file.db.',
  );
}
