import { expect, test, vi } from 'vitest';
import { createObservers } from './observers/index.ts';

test('without the driver, a database in the config is an error that says what to install', async () => {
  vi.doMock('pg', () => {
    throw new Error("Cannot find package 'pg'");
  });
  const sql = { database: 'postgres://127.0.0.1/x', state: 'select {objectId}' };
  await expect(createObservers({ sql }, { namespace: 'n' })).rejects.toMatchObject({
    code: 'LOST200_E_MISSING_DRIVER',
    remedy: 'npm install pg',
    exitCode: 64,
  });
});
