/** The databases whose tables can be looked at, by the beginning of their URL. To add one: one file beside this one, one line here. */
import { Lost200Error } from '../../errors.ts';
import type { Driver } from './driver.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

type Open = (database: string, schemas: readonly string[] | undefined) => Promise<Driver>;

const databases: readonly { readonly urls: RegExp; readonly open: Open }[] = [
  { urls: /^postgres(?:ql)?:/, open: openPostgres },
  { urls: /^(?:mysql|mariadb):/, open: openMysql },
  { urls: /^sqlite:/, open: openSqlite },
];

/** @throws Lost200Error LOST200_E_MISSING_DRIVER, LOST200_E_DATABASE */
export async function openDatabase(
  database: string,
  schemas: readonly string[] | undefined,
): Promise<Driver> {
  const found = databases.find(({ urls }) => urls.test(database));
  if (found !== undefined) return found.open(database, schemas);
  throw new Lost200Error(
    'LOST200_E_DATABASE',
    'The tables of this kind of database (observe.tables) cannot be looked at.',
    'Give a postgres://, mysql:// or sqlite: URL.',
  );
}
