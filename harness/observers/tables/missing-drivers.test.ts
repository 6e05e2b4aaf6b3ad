/** Drivers are optional: what happens without them. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from './databases.ts';

vi.mock('mysql2/promise', () => {
  throw new Error('not found');
});
vi.mock('sql.js', () => {
  throw new Error('not found');
});
afterAll(() => {
  vi.doUnmock('mysql2/promise');
  vi.doUnmock('sql.js');
});

describe('a database without its driver', () => {
  it.each([
    ['mysql://u@127.0.0.1:1/x', 'npm install mysql2'],
    ['mariadb://u@127.0.0.1:1/x', 'npm install mysql2'],
    ['sqlite:/nowhere/app.db', 'npm install sql.js'],
  ])('%s: %s', async (database, remedy) => {
    await expect(openDatabase(database, undefined)).rejects.toMatchObject({
      code: 'LOST200_E_MISSING_DRIVER',
      remedy,
    });
  });

  it('of no known kind is an error of its own', async () => {
    await expect(openDatabase('redis://127.0.0.1', undefined)).rejects.toMatchObject({
      code: 'LOST200_E_DATABASE',
    });
  });
});
