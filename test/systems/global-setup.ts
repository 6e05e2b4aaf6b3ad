/** At most one PostgreSQL per run of the tests; each test file that wants one makes its own database in it. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../harness/demo/postgres.ts';

export interface PostgresForTests {
  readonly url?: string;
  readonly missing?: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    const server = await startPostgres();
    project.provide('postgres', { url: server.url });
    return () => server.stop();
  } catch (error) {
    project.provide('postgres', { missing: error instanceof Error ? error.message : String(error) });
    return () => Promise.resolve();
  }
}
