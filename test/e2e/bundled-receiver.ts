/** A receiver from `examples/` or `test/receivers/`, built, running in a process of its own before lost200 comes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const READY_LIMIT_MS = 15_000;

export interface BundledReceiver {
  readonly url: string;
  /** The options that show lost200 its state and effects. */
  readonly sight: readonly string[];
}

/** `file` is relative to the repository: `dist/examples/receivers/naive.js`. */
export async function startBundled(
  file: string,
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BundledReceiver> {
  const port = await freePort();
  const child = spawn(process.execPath, [programOf(file)], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATABASE_URL: databaseUrl, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), READY_LIMIT_MS);
  const lines = createInterface({ input: child.stdout });
  const ready = await Promise.race([once(lines, 'line'), gone.then(() => undefined)]);
  clearTimeout(limit);
  if (ready === undefined) throw new Error(`${file} ended before it was ready`);
  const base = `http://127.0.0.1:${port}`;
  return { url: `${base}/webhooks`, sight: sightOf(base) };
}

export function programOf(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}

export function sightOf(base: string, effects = 'event={eventId}'): readonly string[] {
  return ['--state', `${base}/objects/{objectId}`, '--effects', `${base}/effects?${effects}`];
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
