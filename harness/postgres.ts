/** PostgreSQL's driver, an optional peer: loaded only when a config names a database. */
import { Lost200Error } from './errors.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface QueryResult {
  readonly rows: readonly Row[];
  readonly fields: readonly { readonly name: string }[];
}

interface ConnectionOptions {
  readonly connectionString: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly statement_timeout: number;
  /** Client-side bound, for a server that does not answer at all. */
  readonly query_timeout?: number;
}

interface PoolOptions extends ConnectionOptions {
  readonly max: number;
  readonly idleTimeoutMillis: number;
  readonly allowExitOnIdle: boolean;
}

export interface PostgresClient {
  connect(): Promise<unknown>;
  query(text: string, values: unknown[]): Promise<QueryResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}

/** A connection that is held for several statements, such as a transaction. */
export interface PostgresConnection {
  /** Several statements in one text give several results. */
  query(text: string): Promise<QueryResult | readonly QueryResult[]>;
  /** `destroy`: it is closed, not kept for the next one. */
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface PostgresPool {
  query(text: string, values: unknown[]): Promise<QueryResult>;
  connect(): Promise<PostgresConnection>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (connection: PostgresConnection) => void): unknown;
  end(): Promise<void>;
}

/** As much of the package `pg` as is used here. */
export interface PostgresDriver {
  readonly Client: new (options: ConnectionOptions) => PostgresClient;
  readonly Pool: new (options: PoolOptions) => PostgresPool;
}

/** @throws Lost200Error LOST200_E_MISSING_DRIVER */
export async function loadPostgres(): Promise<PostgresDriver> {
  try {
    const { default: driver } = await import('pg');
    return driver;
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_MISSING_DRIVER',
      'The config names a PostgreSQL database, and its driver is not installed.',
      'npm install pg',
      { cause: error },
    );
  }
}
