/** At most one PostgreSQL per run of the tests; each test file that wants one makes its own database in it. */
import type { TestProject } from 'vitest/node';
import { PostgresUnavailable, startPostgres } from '../../harness/demo/postgres.ts';

import type { Missing } from './left-out.ts';

export type PostgresForTests = { readonly url: string } | Missing;

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
    if (!(error instanceof PostgresUnavailable)) throw error;
    project.provide('postgres', { missing: error.because, remedy: error.remedy });
    return () => Promise.resolve();
  }
}
