/** A database for each bundled receiver, made fresh and dropped afterwards. */
import { freshToken } from '../../simulator/random.ts';
import { loadPostgres } from '../postgres.ts';

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** `adminUrl` must have the right to create databases. */
export async function freshDatabase(adminUrl: string, name: string): Promise<FreshDatabase> {
  const database = `lost200_${name.replaceAll(/\W/g, '_').toLowerCase()}_${freshToken(4)}`;
  await execute(adminUrl, `CREATE DATABASE "${database}"`);
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return {
    url: url.href,
    drop: () => execute(adminUrl, `DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`),
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const { Client } = await loadPostgres();
  const client = new Client({
    connectionString: url,
    application_name: 'lost200',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  });
  await client.connect();
  try {
    await client.query(statement, []);
  } finally {
    await client.end();
  }
}
