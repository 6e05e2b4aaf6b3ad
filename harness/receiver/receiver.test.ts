import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { wallClock } from '../../simulator/clock.ts';
import type { ExecSettings } from '../config/settings.ts';
import { startCommand, type CommandContext } from './command.ts';
import { connectExternal } from './external.ts';
import { startReceiver } from './index.ts';
import { freePort } from './port.ts';
import { isGroupAlive } from './process-group.ts';
import type { RunningReceiver } from './receiver.ts';

const URL_OF_PORT = 'http://127.0.0.1:{port}/webhooks';
let folder: string;
let running: RunningReceiver | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lost200-receiver-'));
  const server = `
    const http = require('node:http');
    const started = Date.now();
    console.log('starting', process.pid);
    http.createServer((request, response) => {
      if (request.url === '/health') response.statusCode = Date.now() - started < 300 ? 503 : 404;
      response.end(JSON.stringify({ api: process.env.LOST200_PROVIDER_API, mine: process.env.MINE, cwd: process.cwd() }));
    }).listen(process.env.PORT, '127.0.0.1', () => console.error('listening'));
    process.on('SIGTERM', () => { if (!process.env.STUBBORN) process.exit(0); });`;
  await writeFile(join(folder, 'server.cjs'), server);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => rm(folder, { recursive: true }));

function execOf(command: string, more: Partial<ExecSettings> = {}): ExecSettings {
  return { command, env: {}, readyTimeoutMs: 10_000, stopTimeoutMs: 300, ...more };
}

function context(more: Partial<CommandContext> = {}): CommandContext {
  return {
    cwd: folder,
    env: process.env,
    logPath: join(folder, 'receiver.log'),
    providerApi: 'http://127.0.0.1:1/token',
    ...more,
  };
}

async function start(exec: ExecSettings, url: string = URL_OF_PORT): Promise<RunningReceiver> {
  running = await startCommand(exec, url, context());
  return running;
}

function pidIn(text: string): number {
  return Number(/starting (\d+)/.exec(text)?.[1]);
}

/** Whether a process runs; one that ended and was not collected yet (`Z`) does not. */
function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
    .stdout.toString()
    .trim();
  return state !== '' && !state.startsWith('Z');
}

describe('a command', () => {
  test('gets its port, our API and its own variables; its output is kept', async () => {
    const receiver = await start(execOf('node server.cjs', { env: { MINE: 'at {port}' } }));
    expect(receiver.url).toBe(`http://127.0.0.1:${receiver.port ?? 0}/webhooks`);
    const answer: unknown = await (await fetch(receiver.url)).json();
    expect(answer).toMatchObject({ api: 'http://127.0.0.1:1/token', mine: `at ${receiver.port ?? 0}` });
    expect(receiver.tail()).toMatch(/starting \d+\nlistening/);
    await receiver.stop();
    expect(await readFile(join(folder, 'receiver.log'), 'utf8')).toMatch(/starting \d+\nlistening/);
    expect(isAlive(pidIn(receiver.tail()))).toBe(false);
  });

  test('is ready when its path answers below 500', async () => {
    const receiver = await start(execOf('node server.cjs', { readyPath: '/health' }));
    expect((await fetch(new URL('/health', receiver.url))).status).toBe(404);
  });

  test('with a port of its own in the url gets that one', async () => {
    const port = await freePort();
    expect((await start(execOf('node server.cjs'), `http://127.0.0.1:${port}/x`)).port).toBe(port);
    await expect(
      startCommand(execOf('node server.cjs'), `http://127.0.0.1:${port}/x`, context()),
    ).rejects.toMatchObject({
      code: 'LOST200_E_NOT_READY',
      message: `Something already listens on 127.0.0.1:${port}, so a receiver cannot be started there.`,
    });
  });

  test('that ends by itself says so; one that was stopped does not', async () => {
    const untilTold = 'for i in $(seq 400); do [ -e leave ] && break; sleep 0.05; done';
    const receiver = await start(execOf(`node server.cjs & ${untilTold}; exit 3`));
    await writeFile(join(folder, 'leave'), '');
    await expect(receiver.exited).resolves.toBe('ended with exit code 3');
    const other = await start(execOf('node server.cjs'));
    await other.stop();
    const first = await Promise.race([other.exited, wallClock.sleep(100).then(() => 'silent')]);
    expect(first).toBe('silent');
    await receiver.stop();
    expect(isAlive(pidIn(receiver.tail()))).toBe(false);
  });

  test('and all that it started are ended, even those that ignore SIGTERM', async () => {
    const stubborn = `node -e "process.on('SIGTERM', () => {}); console.log('starting', process.pid); setInterval(() => {}, 1000)"`;
    const receiver = await start(
      execOf(`(${stubborn} &) ; sleep 0.5; exec node server.cjs`, { env: { STUBBORN: '1' } }),
    );
    const pids = [...receiver.tail().matchAll(/starting (\d+)/g)].map((match) => Number(match[1]));
    expect(pids).toHaveLength(2);
    expect(pids.map(isAlive)).toEqual([true, true]);
    await Promise.all([receiver.stop(), receiver.stop()]);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});

describe('a command that is never ready leaves nothing behind', () => {
  test('when it ends', async () => {
    const starting = startCommand(
      execOf('echo boom; node -e "console.error(\'no database\')"; exit 7'),
      URL_OF_PORT,
      context(),
    );
    await expect(starting).rejects.toMatchObject({ code: 'LOST200_E_NOT_READY', exitCode: 69 });
    await expect(starting).rejects.toThrow(
      /ended with exit code 7 before it was ready\. It printed last:\nboom\nno database$/,
    );
  });

  test('when it does not exist', async () => {
    const starting = startCommand(execOf('no-such-command-here'), URL_OF_PORT, context());
    await expect(starting).rejects.toThrow(
      /ended with exit code 127 before it was ready\. It printed last:\n.*not found/,
    );
    const nowhere = startCommand(execOf('true', { cwd: 'no-such-folder' }), URL_OF_PORT, context());
    await expect(nowhere).rejects.toThrow(/could not be started: .*ENOENT/);
  });

  test('when it listens elsewhere', async () => {
    const starting = startCommand(
      execOf('echo group $$; sleep 60', { readyTimeoutMs: 300 }),
      URL_OF_PORT,
      context(),
    );
    const error: unknown = await starting.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'LOST200_E_NOT_READY',
      remedy: expect.stringContaining('PORT') as string,
    });
    expect(String(error)).toMatch(/was not ready within 300 ms: no connection to port \d+ \(ECONNREFUSED\)/);
    expect(isGroupAlive(Number(/group (\d+)/.exec(String(error))?.[1]))).toBe(false);
  });

  test('when its path keeps failing', async () => {
    const starting = startCommand(
      execOf('node server.cjs', { readyPath: '/health', readyTimeoutMs: 250 }),
      URL_OF_PORT,
      context(),
    );
    await expect(starting).rejects.toThrow(
      /was not ready within 250 ms: GET http.*(answered 503|ECONNREFUSED)/,
    );
  });

  test('when we are interrupted', async () => {
    const signal = AbortSignal.timeout(200);
    const starting = startCommand(execOf('sleep 60'), URL_OF_PORT, context({ signal }));
    await expect(starting).rejects.toMatchObject({ code: 'LOST200_E_INTERRUPTED' });
  });

  test('when this process dies of an error of its own', async () => {
    const module = fileURLToPath(new URL('process-group.ts', import.meta.url));
    const script = join(folder, 'crash.mjs');
    await writeFile(
      script,
      `import { createJiti } from ${JSON.stringify(createRequire(import.meta.url).resolve('jiti'))};
       const { spawnGroup } = await createJiti(import.meta.url, { fsCache: false }).import(${JSON.stringify(module)});
       const child = spawnGroup('trap "" TERM; sleep 60 & wait', { cwd: '.', env: process.env });
       console.log('starting', child.pid);
       setTimeout(() => { throw new Error('a bug of ours'); }, 200);`,
    );
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).not.toBe(0);
    expect(pidIn(printed)).toBeGreaterThan(0);
    await expect.poll(() => isGroupAlive(pidIn(printed))).toBe(false);
  });
});

describe('a receiver that runs already', () => {
  let server: Server;
  afterEach(() => server.close());

  test('is found, and left alone', async () => {
    server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}/hook/{objectId}`;
    const receiver = await startReceiver({ url }, context());
    expect(receiver).toMatchObject({ url, capabilities: [] });
    await receiver.stop();
    expect(server.listening).toBe(true);
  });

  test('may start a moment later', async () => {
    const port = await freePort();
    server = createServer();
    wallClock.after(300, () => server.listen(port, '127.0.0.1'));
    await expect(connectExternal(`http://127.0.0.1:${port}/`)).resolves.toMatchObject({ capabilities: [] });
  });

  test('is missed with the way out', async () => {
    const port = await freePort();
    await expect(connectExternal(`http://127.0.0.1:${port}/`, undefined, 250)).rejects.toMatchObject({
      code: 'LOST200_E_UNREACHABLE',
      message: `The receiver at 127.0.0.1:${port} accepted no connection within 250 ms: nothing listens there.`,
      remedy: expect.stringContaining('--exec') as string,
    });
  });
});
