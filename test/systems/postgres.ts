/** PostgreSQL as the tests see it. In a test file: `const db = await freshDatabase('receivers')`, then `if ('url' in db)`. */
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { PostgresForTests } from './global-setup.ts';
import { leaveOut } from './left-out.ts';

/** The run's one server, with the right to create databases; or why there is none. */
export async function postgres(): Promise<PostgresForTests> {
  return inject('postgres');
}

/** A database of this test file's own, dropped after it. Says so when there is no server to make it in. */
export async function freshDatabase(name: string): Promise<PostgresForTests> {
  const server = await postgres();
  if ('missing' in server) {
    leaveOut(`tests of ${name} on PostgreSQL`, server);
    return server;
  }
  const database = `lost200_${name.replace(/\W/g, '_').toLowerCase()}_${process.pid}_${Date.now()}`;
  await query(server.url, `CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  afterAll(() => query(server.url, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`));
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
