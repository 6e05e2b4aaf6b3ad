/** One measurement in a process of its own: `sender.js <lost200|bare> <url> <attempts>`; the result goes to the parent. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpTransport, wallClock } from 'lost200/simulator';
import { Pool } from 'undici';
import { lost200Sender } from './attempts.ts';
import { bareSender } from './bare.ts';
import { CONNECTIONS, measure, type Measured } from './load.ts';

async function measureLost200(url: string, attempts: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'lost200-bench-'));
  const transport = createHttpTransport({ clock: wallClock, connectionsMax: CONNECTIONS });
  try {
    return await measure(() => lost200Sender(transport, url, join(folder, 'history.ndjson')), attempts);
  } finally {
    await transport.close();
    rmSync(folder, { recursive: true });
  }
}

async function measureBare(url: string, attempts: number): Promise<Measured> {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS });
  try {
    return await measure(() => bareSender(pool, url), attempts);
  } finally {
    await pool.destroy();
  }
}

const [side, url = '', attempts] = process.argv.slice(2);
const measured = await (side === 'bare' ? measureBare : measureLost200)(url, Number(attempts));
process.send?.(measured, () => process.disconnect());
