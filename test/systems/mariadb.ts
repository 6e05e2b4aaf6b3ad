/**
 * A MariaDB for the tests that want one: the server in LOST200_TEST_MYSQL, or one of our own, made from the binaries that are
 * installed (Debian: mariadb-server), in a temporary folder, on a free port of this machine.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { afterAll } from 'vitest';
import { leaveOut, type Missing } from './left-out.ts';

const START_LIMIT_MS = 60_000;
const REMEDY =
  'install mariadb-server (apt-get install mariadb-server), or set LOST200_TEST_MYSQL to a mysql:// URL';

/** A database of the calling test file's own, gone after it; or why there is none. */
export async function freshMariadb(name: string): Promise<{ readonly url: string } | Missing> {
  const given = process.env['LOST200_TEST_MYSQL'];
  const server = given === undefined || given === '' ? await startMariadb() : { url: given };
  if ('missing' in server) {
    leaveOut(`tests of ${name} on MariaDB`, server);
    return server;
  }
  const database = `lost200_${name.replace(/\W/g, '_').toLowerCase()}_${process.pid}`;
  const connection = await mysql.createConnection({ uri: server.url });
  await connection.query(`CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4`);
  if (!('stop' in server)) afterAll(() => connection.query(`DROP DATABASE \`${database}\``));
  afterAll(() => connection.end());
  if ('stop' in server) afterAll(server.stop);
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function startMariadb(): Promise<Running | Missing> {
  const [program, installer] = [await findProgram('mariadbd'), await findProgram('mariadb-install-db')];
  if (program === undefined || installer === undefined)
    return { missing: 'MariaDB is not installed', remedy: REMEDY };
  const folder = await mkdtemp(join(tmpdir(), 'lost200-mariadb-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const owner = await ownerOf(folder);
    const data = join(folder, 'data');
    const install = [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ];
    await promisify(execFile)(
      installer,
      [...install, ...(owner.user === undefined ? [] : [`--user=${owner.user}`])],
      {
        timeout: START_LIMIT_MS,
      },
    );
    const port = await freePort();
    const args = [
      ...['--no-defaults', `--datadir=${data}`, `--port=${port}`, '--bind-address=127.0.0.1'],
      ...[
        `--socket=${join(folder, 'socket')}`,
        `--pid-file=${join(folder, 'pid')}`,
        `--log-error=${join(folder, 'log')}`,
      ],
      ...['--innodb-buffer-pool-size=32M', '--innodb-flush-log-at-trx-commit=0', '--skip-name-resolve'],
      ...(owner.user === undefined ? [] : [`--user=${owner.user}`]),
    ];
    // The pipe closes when we end, however we end; then the server ends too, and its folder goes.
    const guard = [
      "trap '' INT TERM HUP",
      'folder=$1; shift',
      '"$@" & read -r _; kill $! 2>/dev/null; wait; rm -rf "$folder"',
    ].join('\n');
    const child = spawn('/bin/sh', ['-c', guard, 'lost200-mariadb', folder, program, ...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
    });
    const gone = once(child, 'exit');
    const stop = async (): Promise<void> => {
      child.stdin.end();
      await gone;
      await remove();
    };
    try {
      return { url: await untilReady(child, port, join(folder, 'log')), stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await remove();
    const detail = error instanceof Error ? error.message.trim() : String(error);
    return { missing: `MariaDB could not be started (${detail})`, remedy: REMEDY };
  }
}

async function untilReady(child: ChildProcess, port: number, log: string): Promise<string> {
  const url = `mysql://root@127.0.0.1:${port}/mysql`;
  const deadlineMs = performance.now() + START_LIMIT_MS;
  for (;;) {
    try {
      const connection = await mysql.createConnection({ uri: url, connectTimeout: 2000 });
      await connection.end();
      return url;
    } catch (error) {
      const isOver = child.exitCode !== null || performance.now() > deadlineMs;
      if (isOver) throw new Error(await readFile(log, 'utf8').catch(() => String(error)), { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function findProgram(name: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  for (const folder of folders) {
    const path = join(folder, name);
    if (
      folder !== '' &&
      (await access(path).then(
        () => true,
        () => false,
      ))
    )
      return path;
  }
  return undefined;
}

/** Root lends the server the rights of its own user, who must own the folder. */
async function ownerOf(folder: string): Promise<{ readonly user?: string }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string): Promise<number> =>
    Number((await promisify(execFile)('id', [flag, 'mysql'])).stdout);
  await chown(folder, await idOf('-u'), await idOf('-g'));
  return { user: 'mysql' };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
